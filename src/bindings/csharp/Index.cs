// Index.cs - an index file that `pathfan build-index` has made, open.
//
//   using (var index = Pathfan.Index.Open("caves.pathfan"))
//   using (var query = index.Query())                       // one a thread
//     foreach (Pathfan.Path path in query.Paths(new Point(4, 50), new Point(155, 50)))
//       Console.WriteLine(path.Length);
using System;

namespace Pathfan
{
  /// <summary>When the contents of an index are checked.</summary>
  public enum OpenPolicy
  {
    /// <summary>Each part once, when it is first used: the fastest open.</summary>
    Lazy,
    /// <summary>All that queries read, at once: no later surprise.</summary>
    Eager,
    /// <summary>Structure alone, digests never: for files just verified.</summary>
    Trust
  }

  /// <summary>How an index is opened; fresh ones say: the whole file, mapped, checked when
  /// used.</summary>
  public sealed class OpenOptions
  {
    public OpenPolicy Policy { get; set; }

    /// <summary>Reads all of it from disk now.</summary>
    public bool Prefetch { get; set; }

    /// <summary>Reads all of it into memory of this process, and lets go of the file.</summary>
    public bool PrivateCopy { get; set; }

    /// <summary>Of an index in a larger file, bytes; best a multiple of 4,096.</summary>
    public ulong Offset { get; set; }

    /// <summary>Of an index at Offset; 0: up to the end of the file.</summary>
    public ulong Bytes { get; set; }

    internal Native.pathfan_open_options ToNative()
    {
      return new Native.pathfan_open_options
      {
        policy = Policy,
        prefetch = (byte)(Prefetch ? 1 : 0),
        private_copy = (byte)(PrivateCopy ? 1 : 0),
        offset = Offset,
        bytes = Bytes
      };
    }
  }

  /// <summary>What an index is of.</summary>
  public sealed class IndexInfo
  {
    /// <summary>Name of the map's file, without its folder.</summary>
    public string Map { get; internal set; }

    /// <summary>What it was built with.</summary>
    public string Options { get; internal set; }

    /// <summary>1, and one more with each reload.</summary>
    public uint Generation { get; internal set; }

    public int FormatMajor { get; internal set; }
    public int FormatMinor { get; internal set; }

    /// <summary>Convex vertices.</summary>
    public int Vertices { get; internal set; }

    /// <summary>Cells of the mesh.</summary>
    public int Polygons { get; internal set; }

    /// <summary>Connected parts of free space.</summary>
    public int Components { get; internal set; }

    /// <summary>Of the file.</summary>
    public ulong Bytes { get; internal set; }

    /// <summary>Least coordinates of the map.</summary>
    public double X { get; internal set; }

    public double Y { get; internal set; }

    /// <summary>Extent of the map.</summary>
    public double Width { get; internal set; }

    public double Height { get; internal set; }
  }

  /// <summary>An open index; any number of threads may ask it, each with a query of its
  /// own.</summary>
  public sealed unsafe class Index : IDisposable
  {
    readonly IndexHandle handle;
    volatile bool isDisposed; // the handle stays open while queries hold it

    Index(IntPtr index) { handle = new IndexHandle(index); }

    IndexHandle Handle
    {
      get
      {
        if (isDisposed) throw new ObjectDisposedException("Pathfan.Index");
        return handle;
      }
    }

    /// <summary>Opens a file. Throws PathfanException: Io, NoMemory, Argument, NotIndex, Version,
    /// Damaged; DllNotFoundException where the library isn't there.</summary>
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

    /// <summary>Opens an index in memory, all of it, which is copied; name stands for it in
    /// messages. Throws the same, but Io.</summary>
    public static Index Open(byte[] data, string name = "index", OpenOptions options = null)
    {
      if (data == null) throw new ArgumentNullException(nameof(data));
      if (name == null) throw new ArgumentNullException(nameof(name));
      Native.Check();
      Native.pathfan_open_options how = (options ?? new OpenOptions()).ToNative();
      how.private_copy = 1; // the array may move or go
      Native.pathfan_error error;
      IntPtr index;
      byte nothing = 0;
      fixed (byte* first = data) // null where there are none
      fixed (byte* told = Native.Utf8(name))
        PathfanException.Check(Native.pathfan_index_open_memory(first != null ? first : &nothing,
          (UIntPtr)data.Length, told, &how, &index, &error), &error);
      return new Index(index);
    }

    /// <summary>The version of the library, like "0.1.0".</summary>
    public static string LibraryVersion { get { return Native.Version(); } }

    /// <summary>The scratch of one thread, to be kept for all its requests.</summary>
    public Query Query() { return new Query(new QueryHandle(Handle)); }

    /// <summary>What it is of, in the generation that is current.</summary>
    public IndexInfo Info
    {
      get
      {
        Native.pathfan_index_info info;
        Native.pathfan_index_info_get(Handle, &info);
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
          Height = info.height
        };
      }
    }

    /// <summary>Where a convex vertex lies; they are numbered from 0. Throws PathfanException:
    /// Argument, Damaged.</summary>
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

    /// <summary>Whether another file lies at the path now than the one that is open.</summary>
    public bool IsStale { get { return Native.pathfan_index_is_stale(Handle) != 0; } }

    /// <summary>Goes on with the file that lies at the path now; whether that is another. Queries
    /// move to it with their next call, meanwhile all threads go on. Windows lets nobody replace a
    /// file that is mapped: there the old one is renamed first, or opened as a private copy. Throws
    /// PathfanException; the old file stays then.</summary>
    public bool Reload()
    {
      if (!IsStale) return false;
      Native.pathfan_error error;
      PathfanException.Check(Native.pathfan_index_reload(Handle, &error), &error);
      return true;
    }

    /// <summary>Closes the index, once the last of its queries has been disposed of.</summary>
    public void Dispose()
    {
      isDisposed = true;
      handle.Dispose();
    }
  }
}
