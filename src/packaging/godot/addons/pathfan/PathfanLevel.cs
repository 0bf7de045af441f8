using Godot;

/// <summary>A map's index as a resource, which its importer makes.</summary>
[Tool, GlobalClass]
public partial class PathfanLevel : Resource
{
  [Export(PropertyHint.None, "", PropertyUsageFlags.Storage)]
  public byte[] Content { get; set; } = new byte[0];

  /// <summary>Opens the index, from a copy of the bytes: once for a level, for all threads; dispose of
  /// it with the level. Throws a PathfanException.</summary>
  public Pathfan.Index Open() { return Pathfan.Index.Open(Content, ResourcePath); }
}
