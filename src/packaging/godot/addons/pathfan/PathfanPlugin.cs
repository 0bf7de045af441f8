#if TOOLS
using Godot;

/// <summary>Registers the importer while the addon is enabled.</summary>
[Tool]
public partial class PathfanPlugin : EditorPlugin
{
  PathfanImporter importer;

  public override void _EnterTree()
  {
    importer = new PathfanImporter();
    AddImportPlugin(importer);
  }

  public override void _ExitTree()
  {
    RemoveImportPlugin(importer);
    importer = null;
  }
}
#endif
