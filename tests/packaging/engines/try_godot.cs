// try_godot.exe MAP INDEX - imports a map, with the agent's radius, as Godot would; the resource must have the bytes of the
// command's INDEX, and answer; a broken map is reported.
using System;
using System.IO;
using System.Linq;
using Godot;
using Godot.Collections;
using Pathfan;

static class TryGodot
{
  static void Expect(bool holds, string what) { if (!holds) throw new Exception(what); }

  static int Main(string[] arguments)
  {
    var plugin = new PathfanPlugin();
    plugin._EnterTree();
    EditorImportPlugin importer = plugin.Importers.Single();
    Expect(importer._GetRecognizedExtensions().Contains("map"), "the kind of file");
    var options = new Dictionary();
    foreach (Dictionary one in importer._GetImportOptions("", 0)) options[one["name"]] = one["default_value"];
    options["agent_radius"] = 0.25;
    Error error = importer._Import(arguments[0], "imported", options, null, null);
    Expect(error == Error.Ok, string.Join(" ", GD.Errors));
    var level = (PathfanLevel)ResourceSaver.Saved["imported." + importer._GetSaveExtension()];
    Expect(level.Content.SequenceEqual(System.IO.File.ReadAllBytes(arguments[1])), "other bytes than the command's");
    using (Pathfan.Index index = level.Open())
    using (Query query = index.Query())
      Expect(query.Paths(new Point(2, 2), new Point(37, 27)).Count == 3, "three paths");

    System.IO.File.WriteAllText("broken.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.");
    Expect(importer._Import("broken.map", "broken", options, null, null) == Error.ParseError, "a broken map is imported");
    Expect(GD.Errors.Count == 1 && GD.Errors[0].StartsWith("broken.map:"), string.Join(" ", GD.Errors));
    Expect(ResourceSaver.Saved.Count == 1, "a broken map is saved");
    plugin._ExitTree();
    Expect(plugin.Importers.Count == 0, "the importer stays");
    return 0;
  }
}
