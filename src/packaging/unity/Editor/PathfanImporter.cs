// PathfanImporter.cs - bakes a map when Unity imports it: a PathfanLevel, which a component refers to
// as to every asset. With other settings, or when the file changes, Unity imports anew.
using System.IO;
using UnityEngine;
#if UNITY_2020_2_OR_NEWER
using UnityEditor.AssetImporters;
#else
using UnityEditor.Experimental.AssetImporters;
#endif

namespace Pathfan.Editor
{
  using Path = System.IO.Path; // Pathfan has one, too

  /// <summary>Imports maps of cells (.map), of polygons (.geojson) and of Tiled (.tmj, .tmx).</summary>
  [ScriptedImporter(1, new[] { "map", "geojson", "tmj", "tmx" })]
  public sealed class PathfanImporter : ScriptedImporter
  {
    [Tooltip("Walls grow by this much, in units of the map.")]
    public double agentRadius;

    [Tooltip("Lines in a map of polygons are walls of this width; 0: they are refused.")]
    public double wallWidth;

    public override void OnImportAsset(AssetImportContext context)
    {
      var level = ScriptableObject.CreateInstance<PathfanLevel>();
      level.name = Path.GetFileNameWithoutExtension(context.assetPath);
      try
      {
        level.Set(Builder.Build(File.ReadAllBytes(context.assetPath), Path.GetFileName(context.assetPath),
          new BuildOptions { AgentRadius = agentRadius, WallWidth = wallWidth }));
      }
      catch (PathfanException e)
      {
        context.LogImportError(e.Message); // names the line or the feature
      }
      context.AddObjectToAsset("index", level);
      context.SetMainObject(level);
    }
  }
}
