// unity.cs - what the Unity package uses of Unity, so that it compiles and its importer can be tried:
// names and types as in Unity 2020.3, with as much code as the test needs.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
  public class Object { public string name; }
  public class MonoBehaviour : Object { }
  public class Transform { public Vector3 position; }
  public static class Time { public static float deltaTime { get { return 0; } } }
  public sealed class SerializeField : Attribute { }
  public sealed class HideInInspector : Attribute { }
  public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }

  public class ScriptableObject : Object
  {
    public static T CreateInstance<T>() where T : ScriptableObject { return Activator.CreateInstance<T>(); }
  }

  public struct Vector3
  {
    public float x, y, z;
    public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    public static Vector3 MoveTowards(Vector3 from, Vector3 to, float most) { return to; }
  }
}

#if UNITY_EDITOR
namespace UnityEditor.AssetImporters
{
  [AttributeUsage(AttributeTargets.Class)]
  public sealed class ScriptedImporterAttribute : Attribute
  {
    public readonly string[] Extensions;
    public ScriptedImporterAttribute(int version, string[] exts) { Extensions = exts; }
  }

  public abstract class ScriptedImporter : UnityEngine.Object
  {
    public abstract void OnImportAsset(AssetImportContext ctx);
  }

  public class AssetImportContext
  {
    public string assetPath { get; set; }
    public UnityEngine.Object mainObject { get; private set; }
    public readonly List<string> errors = new List<string>(), objects = new List<string>();
    public void AddObjectToAsset(string identifier, UnityEngine.Object obj) { objects.Add(identifier); }
    public void SetMainObject(UnityEngine.Object obj) { mainObject = obj; }
    public void LogImportError(string msg, UnityEngine.Object obj = null) { errors.Add(msg); }
  }
}
#endif
