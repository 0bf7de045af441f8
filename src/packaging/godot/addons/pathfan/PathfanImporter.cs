// PathfanImporter.cs - bakes a map when Godot imports it: a PathfanLevel, which is loaded like every
// resource. With other settings, or when the file changes, Godot imports anew.
#if TOOLS
using Godot;
using Godot.Collections;
using Pathfan;

[Tool]
public partial class PathfanImporter : EditorImportPlugin
{
  const string Radius = "agent_radius", Width = "wall_width";

  public override string _GetImporterName() { return "pathfan.level"; }
  public override string _GetVisibleName() { return "pathfan level"; }
  public override string[] _GetRecognizedExtensions() { return new[] { "map", "geojson", "tmj", "tmx" }; }
  public override string _GetSaveExtension() { return "res"; }
  public override string _GetResourceType() { return "Resource"; }
  public override float _GetPriority() { return 1; }
  public override int _GetImportOrder() { return 0; }
  public override int _GetPresetCount() { return 1; }
  public override string _GetPresetName(int preset) { return "Default"; }
  public override bool _GetOptionVisibility(string path, StringName option, Dictionary options) { return true; }

  public override Array<Dictionary> _GetImportOptions(string path, int preset)
  {
    return new Array<Dictionary>
    {
      new Dictionary { { "name", Radius }, { "default_value", 0.0 } }, // walls grow by this much
      new Dictionary { { "name", Width }, { "default_value", 0.0 } }   // lines are walls; 0: refused
    };
  }

  public override Error _Import(string sourceFile, string savePath, Dictionary options,
    Array<string> platformVariants, Array<string> genFiles)
  {
    try
    {
      var level = new PathfanLevel
      {
        Content = Builder.Build(FileAccess.GetFileAsBytes(sourceFile), sourceFile.GetFile(),
          new BuildOptions { AgentRadius = options[Radius].AsDouble(), WallWidth = options[Width].AsDouble() })
      };
      return ResourceSaver.Save(level, savePath + "." + _GetSaveExtension());
    }
    catch (PathfanException e)
    {
      GD.PushError(e.Message); // names the line or the feature
      return Error.ParseError;
    }
  }
}
#endif
