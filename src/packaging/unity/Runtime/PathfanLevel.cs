using UnityEngine;

namespace Pathfan
{
  /// <summary>A map's index as an asset, which its importer makes.</summary>
  public sealed class PathfanLevel : ScriptableObject
  {
    [SerializeField, HideInInspector] byte[] content = new byte[0];

    /// <summary>The size of the index.</summary>
    public int Bytes { get { return content.Length; } }

    /// <summary>Opens the index, from a copy of the bytes: once for a level, for all threads; dispose
    /// of it with the level. Throws a PathfanException.</summary>
    public Index Open() { return Index.Open(content, name); }

    /// <summary>For importers.</summary>
    public void Set(byte[] index) { content = index; }
  }
}
