// try_unity.exe MAP INDEX - imports a map, with the agent's radius, as Unity would; the asset must have the bytes of the
// command's INDEX, and answer; a broken map is reported.
using System;
using System.IO;
using System.Linq;
using Pathfan;
using Pathfan.Editor;
using UnityEditor.AssetImporters;

static class TryUnity
{
  static void Expect(bool holds, string what) { if (!holds) throw new Exception(what); }

  static int Main(string[] arguments)
  {
    string map = arguments[0];
    var kinds = (ScriptedImporterAttribute)Attribute.GetCustomAttribute(typeof(PathfanImporter), typeof(ScriptedImporterAttribute));
    Expect(kinds.Extensions.Contains(System.IO.Path.GetExtension(map).Substring(1)), "the kind of file");
    var context = new AssetImportContext { assetPath = map };
    new PathfanImporter { agentRadius = 0.25 }.OnImportAsset(context);
    Expect(context.errors.Count == 0, string.Join(" ", context.errors));
    Expect(context.objects.Count == 1, "one object");
    var level = (PathfanLevel)context.mainObject;
    Expect(level.name == System.IO.Path.GetFileNameWithoutExtension(map), level.name);
    Expect(level.Bytes == new FileInfo(arguments[1]).Length, level.Bytes + " bytes");
    using (Pathfan.Index index = level.Open())
    using (Query query = index.Query())
      Expect(query.Paths(new Point(2, 2), new Point(37, 27)).Count == 3, "three paths");
    byte[] baked = Builder.Build(File.ReadAllBytes(map), System.IO.Path.GetFileName(map), new BuildOptions { AgentRadius = 0.25 });
    Expect(baked.SequenceEqual(File.ReadAllBytes(arguments[1])), "other bytes than the command's");

    string stage = null;
    Builder.Build(File.ReadAllBytes(map), "a.map", new BuildOptions { Progress = (name, done) => { stage = name; Expect(done >= 0 && done <= 1, "progress"); } });
    Expect(!string.IsNullOrEmpty(stage), "no progress");
    try { Builder.Build(File.ReadAllBytes(map), "a.map", new BuildOptions { IsCancelled = () => true }); Expect(false, "cancelled"); }
    catch (PathfanException e) { Expect(e.Status == Status.Cancelled, e.Message); }
    try { Builder.Build(File.ReadAllBytes(map), "a.map", new BuildOptions { IsCancelled = () => { throw new IOException("mine"); } }); Expect(false, "thrown"); }
    catch (IOException e) { Expect(e.Message == "mine", e.Message); }

    File.WriteAllText("broken.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.");
    context = new AssetImportContext { assetPath = "broken.map" };
    new PathfanImporter().OnImportAsset(context);
    Expect(context.errors.Count == 1 && context.errors[0].StartsWith("broken.map:"), string.Join(" ", context.errors));
    return 0;
  }
}
