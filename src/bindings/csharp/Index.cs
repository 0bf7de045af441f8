// Index.cs - an open index file, made by `pathfan build-index`.
//
//   using (var index = Pathfan.Index.Open("caves.pathfan"))
//   using (var query = index.Query())                       // one per thread
//     foreach (Pathfan.Path path in query.Paths(new Point(4, 50), new Point(155, 50)))
//       Console.WriteLine(path.Length);
using System;
using System.Collections.Generic;

namespace Pathfan
{
  /// <summary>When the contents of an index are checked.</summary>
  public enum OpenPolicy
  {
    /// <summary>Each part once, when it is first used: the fastest open.</summary>
    Lazy,
    /// <summary>Everything that queries read, at once: no errors later.</summary>
    Eager,
    /// <summary>Only the structure, never digests: for files that have just been
    /// verified.</summary>
    Trust
  }

  /// <summary>How an index is opened. Defaults: the whole file, mapped, checked at first
  /// use.</summary>
  public sealed class OpenOptions
  {
    public OpenPolicy Policy { get; set; }

    /// <summary>Reads the whole file from disk now.</summary>
    public bool Prefetch { get; set; }

    /// <summary>Reads the whole file into this process's memory and closes the file.</summary>
    public bool PrivateCopy { get; set; }

    /// <summary>Where an index in a larger file begins, bytes; best a multiple of 4,096.</summary>
    public ulong Offset { get; set; }

    /// <summary>The size of an index at Offset; 0: up to the end of the file.</summary>
    public ulong Bytes { get; set; }

    /// <summary>Of an index for several radii of agents, the least that isn't smaller is opened; 0:
    /// the least of all.</summary>
    public double Radius { get; set; }

    internal Native.pathfan_open_options ToNative()
    {
      return new Native.pathfan_open_options
      {
        policy = Policy,
        prefetch = (byte)(Prefetch ? 1 : 0),
        private_copy = (byte)(PrivateCopy ? 1 : 0),
        offset = Offset,
        bytes = Bytes,
        radius = Radius
      };
    }
  }

  /// <summary>Contents of a map that have no effect, or contradict each other: all of one kind.</summary>
  public sealed class IgnoredKind
  {
    /// <summary>A name for programs, such as "flat-ring".</summary>
    public string Kind { get; internal set; }

    /// <summary>What happened to them.</summary>
    public string Sentence { get; internal set; }

    /// <summary>The first of them, and where it is in the map's file.</summary>
    public string Example { get; internal set; }

    public long Count { get; internal set; }
  }

  /// <summary>Facts about an index.</summary>
  public sealed class IndexInfo
  {
    /// <summary>The name of the map file, without its folder.</summary>
    public string Map { get; internal set; }

    /// <summary>The build options.</summary>
    public string Options { get; internal set; }

    /// <summary>1, plus 1 for each reload.</summary>
    public uint Generation { get; internal set; }

    public int FormatMajor { get; internal set; }
    public int FormatMinor { get; internal set; }

    /// <summary>The number of convex vertices.</summary>
    public int Vertices { get; internal set; }

    /// <summary>The number of cells of the mesh.</summary>
    public int Polygons { get; internal set; }

    /// <summary>The number of connected parts of free space.</summary>
    public int Components { get; internal set; }

    /// <summary>The size of the file.</summary>
    public ulong Bytes { get; internal set; }

    /// <summary>Least coordinates of the map.</summary>
    public double X { get; internal set; }

    public double Y { get; internal set; }

    /// <summary>Extent of the map.</summary>
    public double Width { get; internal set; }

    public double Height { get; internal set; }

    /// <summary>The radius of agents that the index was opened for; 0: built without.</summary>
    public double AgentRadius { get; internal set; }

    /// <summary>The radii that the file holds, ascending; empty: built without.</summary>
    public IReadOnlyList<double> Radii { get; internal set; }
  }

  /// <summary>An open index; any number of threads may use it, each with its own query.</summary>
  public sealed unsafe class Index : IDisposable
  {
    readonly IndexHandle handle;
    volatile bool isDisposed; // the handle stays open while queries hold it

    Index(IntPtr index) { handle = new IndexHandle(index); }

    internal IndexHandle Handle
    {
      get
      {
        if (isDisposed) throw new ObjectDisposedException("Pathfan.Index");
        return handle;
      }
    }

    /// <summary>Opens a file. Throws PathfanException: Io, NoMemory, Argument, NotIndex, Version,
    /// Damaged; DllNotFoundException if the library is missing.</summary>
    public static Index Open(string path, OpenOptions options = null)
    {
      if (path == null) throw new ArgumentNullException(nameof(path));
      if (path.IndexOf('\0') >= 0)
        throw new PathfanException(Status.Argument, "the name of a file holds a zero character");
      Native.Check();
      Native.pathfan_open_options how = (options ?? new OpenOptions()).ToNative();
      Native.pathfan_error error;
      IntPtr index;
      fixed (byte* name = Native.Utf8(path))
        PathfanException.Check(Native.pathfan_index_open(name, &how, &index, &error), &error);
      return new Index(index);
    }

    /// <summary>Opens an index in memory: the whole array, which is copied. `name` stands for it in
    /// messages. Throws the same exceptions, except Io.</summary>
    public static Index Open(byte[] data, string name = "index", OpenOptions options = null)
    {
      if (data == null) throw new ArgumentNullException(nameof(data));
      if (name == null) throw new ArgumentNullException(nameof(name));
      Native.Check();
      Native.pathfan_open_options how = (options ?? new OpenOptions()).ToNative();
      how.private_copy = 1; // the garbage collector may move or free the array
      Native.pathfan_error error;
      IntPtr index;
      byte nothing = 0;
      fixed (byte* first = data) // null if data is empty
      fixed (byte* told = Native.Utf8(name))
        PathfanException.Check(Native.pathfan_index_open_memory(first != null ? first : &nothing,
          (UIntPtr)data.Length, told, &how, &index, &error), &error);
      return new Index(index);
    }

    /// <summary>The library's version, such as "0.2.0".</summary>
    public static string LibraryVersion { get { return Native.Version(); } }

    /// <summary>Creates a query for one thread, to be kept for all its requests.</summary>
    public Query Query() { return new Query(new QueryHandle(Handle)); }

    /// <summary>Makes a snapshot of the map's doors in their initial state, after these changes.
    /// Throws PathfanException: Argument, Limit, NoMemory, Damaged.</summary>
    public Obstacles Obstacles(params Change[] changes)
    {
      if (changes == null) throw new ArgumentNullException(nameof(changes));
      return Pathfan.Obstacles.Make(Handle, changes);
    }

    /// <summary>Facts about the current generation.</summary>
    public IndexInfo Info
    {
      get
      {
        Native.pathfan_index_info info;
        Native.pathfan_index_info_get(Handle, &info);
        var radii = new double[info.radius_count];
        for (int i = 0; i < radii.Length; i++) radii[i] = info.radii[i];
        return new IndexInfo
        {
          Map = Native.Text((IntPtr)info.source_name),
          Options = Native.Text((IntPtr)info.options),
          Generation = info.generation,
          FormatMajor = info.format_major,
          FormatMinor = info.format_minor,
          Vertices = info.vertex_count,
          Polygons = info.polygon_count,
          Components = info.component_count,
          Bytes = info.file_bytes,
          X = info.origin_x,
          Y = info.origin_y,
          Width = info.width,
          Height = info.height,
          AgentRadius = info.agent_radius,
          Radii = radii
        };
      }
    }

    /// <summary>Contents of the map that have no effect, by kind.</summary>
    public IReadOnlyList<IgnoredKind> Ignored
    {
      get
      {
        var told = new List<IgnoredKind>();
        Native.pathfan_ignored one;
        while (Native.pathfan_index_ignored(Handle, told.Count, &one) != 0)
          told.Add(new IgnoredKind
          {
            Kind = Native.Text((IntPtr)one.kind),
            Sentence = Native.Text((IntPtr)one.sentence),
            Example = Native.Text((IntPtr)one.example),
            Count = one.count
          });
        return told;
      }
    }

    /// <summary>The place of a convex vertex; vertices are numbered from 0. Throws
    /// PathfanException: Argument, Damaged.</summary>
    public Point Vertex(int number)
    {
      Native.pathfan_vertex_info info;
      Status status = Native.pathfan_index_vertex(Handle, number, &info);
      if (status != Status.Ok) throw new PathfanException(status, "");
      return info.at;
    }

    /// <summary>Checks every digest and structure. Throws PathfanException: Damaged, Io.</summary>
    public void Verify()
    {
      Native.pathfan_error error;
      PathfanException.Check(Native.pathfan_index_verify(Handle, &error), &error);
    }

    /// <summary>Whether another file than the open one is at the path now.</summary>
    public bool IsStale { get { return Native.pathfan_index_is_stale(Handle) != 0; } }

    /// <summary>Switches to the file that is at the path now; returns whether it is another file.
    /// Queries use it from their next call; other threads go on meanwhile. On Windows a mapped file
    /// can't be replaced: rename the old one first, or open it as a private copy. Throws
    /// PathfanException; then the old file stays open.</summary>
    public bool Reload()
    {
      if (!IsStale) return false;
      Native.pathfan_error error;
      PathfanException.Check(Native.pathfan_index_reload(Handle, &error), &error);
      return true;
    }

    /// <summary>Closes the index once the last of its queries has been disposed of.</summary>
    public void Dispose()
    {
      isDisposed = true;
      handle.Dispose();
    }
  }
}
