// Builder.cs - indexes of maps, in memory: for editors and tools. It calls the library pathfan-build,
// which a game that only asks doesn't need: nothing of it is loaded before the first call here.
using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Pathfan
{
  /// <summary>How an index is made. Defaults are the command's.</summary>
  public sealed class BuildOptions
  {
    /// <summary>Walls grow by this much, map units.</summary>
    public double AgentRadius { get; set; }

    /// <summary>Radii of agents, ascending: the index is for each of them; null: for AgentRadius
    /// alone. At most 8.</summary>
    public double[] Radii { get; set; }

    /// <summary>Lines in a map of polygons are walls of this width; 0: they are refused.</summary>
    public double WallWidth { get; set; }

    /// <summary>0: as many as there are processors. Any number gives the same bytes.</summary>
    public int Threads { get; set; }

    /// <summary>A build that needs more bytes is refused; 0: no limit.</summary>
    public ulong MaxMemory { get; set; }

    /// <summary>Called with the stage, and the share of it that is done, 0 to 1; may be null.</summary>
    public Action<string, double> Progress { get; set; }

    /// <summary>Called about ten times a second; true cancels the build; may be null.</summary>
    public Func<bool> IsCancelled { get; set; }
  }

  /// <summary>Makes indexes.</summary>
  public static unsafe class Builder
  {
    /// <summary>Makes the index of a map in memory: the bytes that the command writes for a file of
    /// this name. The name's ending says what the map is where its text doesn't: ".map",
    /// ".geojson", ".tmj", ".obj" and others. Throws a PathfanException, with the library's sentence;
    /// what Progress or IsCancelled throws cancels the build, too, and is thrown.</summary>
    public static byte[] Build(byte[] map, string name, BuildOptions options = null)
    {
      if (map == null) throw new ArgumentNullException("map");
      if (name == null) throw new ArgumentNullException("name");
      options = options ?? new BuildOptions();
      Native.CheckBuilder();

      Exception thrown = null;
      Native.Progress progress = (context, stage, done, total) =>
      {
        if (thrown != null) return;
        try { options.Progress(Native.Text(stage), total > 0 ? (double)done / total : 1); }
        catch (Exception e) { thrown = e; }
      };
      Native.IsCancelled isCancelled = context =>
      {
        if (thrown != null) return 1;
        try { return (byte)(options.IsCancelled != null && options.IsCancelled() ? 1 : 0); }
        catch (Exception e) { thrown = e; return 1; }
      };

      Native.pathfan_build_options given;
      Native.pathfan_build_options_init(&given);
      given.map.agent_radius = options.AgentRadius;
      given.map.wall_width = options.WallWidth;
      given.max_memory = options.MaxMemory;
      if (options.Threads != 0) given.threads = options.Threads;
      if (options.Progress != null) given.progress = Marshal.GetFunctionPointerForDelegate(progress);
      given.is_cancelled = Marshal.GetFunctionPointerForDelegate(isCancelled);

      IntPtr index;
      UIntPtr bytes;
      Native.pathfan_error error;
      byte[] content = map.Length > 0 ? map : new byte[1]; // `fixed` gives null for an empty one
      Status status;
      fixed (byte* at = content)
      fixed (byte* named = Native.Utf8(name))
      fixed (double* radii = options.Radii)
      {
        given.radii = radii;
        given.radius_count = options.Radii == null ? 0 : options.Radii.Length;
        status = Native.pathfan_build_memory(at, (UIntPtr)(uint)map.Length, named, &given, IntPtr.Zero,
          &index, &bytes, &error);
      }
      GC.KeepAlive(progress);
      GC.KeepAlive(isCancelled);
      try
      {
        if (thrown != null) ExceptionDispatchInfo.Capture(thrown).Throw();
        PathfanException.Check(status, &error);
        var made = new byte[checked((int)bytes.ToUInt64())];
        Marshal.Copy(index, made, 0, made.Length);
        return made;
      }
      finally
      {
        if (status == Status.Ok) Native.pathfan_build_free(index);
      }
    }
  }
}
