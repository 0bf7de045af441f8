// engines.cs - the parts of Unity and Godot that the examples in the C# package's README name, so
// that they compile: names and types, no code that runs.
namespace UnityEngine
{
  public class MonoBehaviour { }
  public class TextAsset { public byte[] bytes; public string name; }
  public class Transform { public Vector3 position; }
  public static class Time { public static float deltaTime { get { return 0; } } }

  public struct Vector3
  {
    public float x, y, z;
    public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    public static Vector3 MoveTowards(Vector3 from, Vector3 to, float most) { return to; }
  }
}

namespace Godot
{
  public class Node2D
  {
    public virtual void _Ready() { }
    public virtual void _ExitTree() { }
  }

  public static class FileAccess
  {
    public static byte[] GetFileAsBytes(string path) { return new byte[0]; }
  }

  public struct Vector2
  {
    public float X, Y;
    public Vector2(float x, float y) { X = x; Y = y; }
  }
}
