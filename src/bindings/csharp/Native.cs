// Native.cs - the library's structs and calls, as in its C headers.
//
// Structs and members have their C names, and only the structs that the package uses are here;
// tests/check_bindings.py compares them with the headers. All are blittable, so that nothing is
// converted; C's bool is a byte. Only 64-bit systems are supported.
//
// Each system makes its own name of "pathfan-lite": pathfan-lite.dll, libpathfan-lite.dylib,
// libpathfan-lite.so; Mono reads Pathfan.dll.config. So the library found may have another version,
// with other structs: Check must be called before any other function.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Pathfan
{
  internal static unsafe class Native
  {
#if UNITY_IOS && !UNITY_EDITOR
    const string Library = "__Internal"; // on these systems the program contains the library
#else
    const string Library = "pathfan-lite";
#endif
    const string BuilderLibrary = "pathfan-build";

    // The version of pathfan/version.h for which this file was written.
    internal const int VersionMajor = 0, VersionMinor = 2;

    internal enum pathfan_algorithm { } // set by pathfan_request_init
    internal enum pathfan_proof { }     // only those of an index
    internal enum pathfan_blocked_by { } // the outcome tells which end is blocked
    internal enum pathfan_mesh_kind { }  // set by pathfan_build_options_init
    internal enum pathfan_projection { }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_error
    {
      public fixed byte text[512];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_open_options
    {
      public OpenPolicy policy;
      public byte prefetch, private_copy;
      public ulong offset, bytes;
      public IntPtr copy_folder;
      public double radius;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_leg
    {
      public LegKind kind;
      public byte* name;
      public int feature;
      public double rate, length, cost;
      public int first, last, crossing_count;
      public IntPtr crossings;
      public double level;
      public byte* floor;
      public fixed ulong reserved[2];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_path
    {
      public double length;
      public int point_count;
      public Point* points;
      public double cost;
      public int leg_count;
      public pathfan_leg* legs;
      public double gap;
      public double* heights;
      public fixed ulong reserved[2];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_measures
    {
      public double bounded_stretch, local_optimality, similarity, length_ratio, nearness, loop;
      public fixed ulong reserved[2];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_objective
    {
      public double length, bounded_stretch, similarity, local_optimality, nearness;
      public IntPtr cost, context;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_request
    {
      public Point from, to;
      public int paths, tables, access;
      public double stretch, dissimilarity;
      public byte bind_dissimilarity;
      public double separation, separation_share;
      public byte bind_separation, fill;
      public Splices splices;
      public double snap;
      public Effort effort;
      public pathfan_algorithm algorithm;
      public uint without;
      public double penalty, max_bounded_stretch, min_local_optimality;
      public pathfan_objective objective;
      public IntPtr avoid;
      public int avoid_count;
      public ulong work_limit;
      public IntPtr trace;
      public double max_loop;
      public byte bind_loop, apart;
      public IntPtr obstacles;
      public byte snap_any, partial;
      public double radius;
      public ulong link_flags;
      public double from_level, to_level;
      public double max_gap;
      public IntPtr floors;
      public fixed ulong reserved[1];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_candidates
    {
      public int tried, not_taut, too_long, too_similar, not_simple, unfit, entering, too_near,
        unjudged, looping;
      public fixed int reserved[6];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_search_counts
    {
      public long expanded, generated, pruned;
      public fixed ulong reserved[1];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_answer
    {
      public Outcome outcome;
      public Reason reason;
      public Point from, to;
      public byte from_snapped, to_snapped;
      public int path_count;
      public pathfan_path* paths;
      public pathfan_candidates candidates;
      public pathfan_proof proof;
      public double stretch, dissimilarity, separation;
      public double* apart;
      public byte* filled;
      public double backup;
      public ulong work;
      public pathfan_search_counts search;
      public uint generation;
      public pathfan_blocked_by blocked_by;
      public double max_loop;
      public Point nearest;
      public byte has_nearest, partial, gap_reached;
      public double radius;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_shares
    {
      public ulong seed;
      public Weights weights;
      public IntPtr weight, context;
      public byte begun;
      public fixed double owed[16];
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_group
    {
      public pathfan_request request;
      public byte has_one_start;
      public Point* points;
      public UIntPtr count;
      public pathfan_shares* shares;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_sight
    {
      public byte free;
      public Point used;
      public int polygon;
      public uint generation;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_hit
    {
      public Outcome outcome;
      public byte found;
      public Point from, at;
      public double distance;
      public Point normal;
      public long obstacle;
      public uint generation;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_checked
    {
      public int leg;
      public byte still_shortest;
      public pathfan_hit hit;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_vertex_info
    {
      public Point at;
      public int rank, component, label_count;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_index_info
    {
      public uint generation;
      public int format_major, format_minor, vertex_count, polygon_count, component_count;
      public long edge_count, taut_edge_count;
      public ulong edge_bytes;
      public int table_count;
      public fixed ulong tables[2 * 8]; // two numbers per table
      public ulong label_count, label_bytes;
      public int region_count;
      public ulong region_vias, region_bytes;
      public byte is_terrain;
      public int node_count, arc_count;
      public ulong leg_count, way_count, way_labels, terrain_bytes, way_bytes, cone_count,
        cone_bytes, mesh_bytes, file_bytes;
      public double origin_x, origin_y, width, height, unit;
      public int fraction_bits, length_bits;
      public IntPtr mesh;
      public fixed byte source_name[256];
      public fixed byte builder[64];
      public fixed byte options[256];
      public fixed byte source_digest[16];
      public ulong source_bytes;
      public int listed_regions;
      public ulong listed_entries, listed_bytes;
      public double agent_radius;
      public int radius_count;
      public fixed double radii[8];
      public fixed ulong reserved[3];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_ignored
    {
      public fixed byte kind[32];
      public fixed byte sentence[200];
      public fixed byte example[200];
      public long count;
      public fixed ulong reserved[2];
    }

    internal enum pathfan_change_kind { AddArea, Remove, Set, AddOpening, AddLink }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_area
    {
      public IntPtr corners;
      public int corner_count;
      public Point centre;
      public double radius;
      public IntPtr floor;
      public fixed ulong reserved[3];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_change
    {
      public pathfan_change_kind kind;
      public IntPtr name;
      public long id;
      public pathfan_area area;
      public byte on, off;
      public IntPtr link;
      public IntPtr floors;
      public fixed ulong reserved[6];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_obstacle
    {
      public long id;
      public IntPtr name;
      public pathfan_area area;
      public byte on, is_door, is_opening;
      public fixed ulong reserved[4];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_map_options
    {
      public byte* passable;
      public double agent_radius, unit;
      public pathfan_mesh_kind mesh;
      public double background_rate, wall_width;
      public byte skip_others, strict, walkable;
      public pathfan_projection projection;
      public byte* layers;
      public ulong max_memory;
      public IntPtr is_cancelled, cancel_context;
      public byte* level;
      public byte* profile;
      public double simplify;
      public fixed ulong reserved[1];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct pathfan_build_options
    {
      public int tables;
      public byte regions, edges;
      public int threads;
      public ulong max_memory;
      public pathfan_map_options map;
      public ulong cone_cap;
      public int id_bytes;
      public ulong chunk_bytes;
      public byte wait, resume;
      public IntPtr progress, progress_context, estimate, is_cancelled;
      public ulong paired_regions;
      public double listed_share;
      public double* radii;
      public int radius_count;
      public fixed ulong reserved[4];
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void Progress(IntPtr context, IntPtr stage, long done, long total);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate byte IsCancelled(IntPtr context);

    [DllImport(BuilderLibrary, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_build_options_init(pathfan_build_options* options);

    [DllImport(BuilderLibrary, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_build_memory(byte* map, UIntPtr bytes, byte* name,
      pathfan_build_options* options, IntPtr report, IntPtr* index, UIntPtr* index_bytes,
      pathfan_error* error);

    [DllImport(BuilderLibrary, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_build_free(IntPtr index);

    static class OfBuilder
    {
      [DllImport(BuilderLibrary, CallingConvention = CallingConvention.Cdecl)]
      internal static extern IntPtr pathfan_version();
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate byte Visitor(IntPtr context, UIntPtr i, pathfan_answer* answer, int chosen);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    static extern IntPtr pathfan_version();

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr pathfan_status_text(Status status);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_index_open(byte* path,
      pathfan_open_options* options, IntPtr* index, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_index_open_memory(byte* data, UIntPtr bytes,
      byte* name, pathfan_open_options* options, IntPtr* index, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_index_close(IntPtr index);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern byte pathfan_index_is_stale(IndexHandle index);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_index_reload(IndexHandle index, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_index_verify(IndexHandle index, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_index_info_get(IndexHandle index, pathfan_index_info* info);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern byte pathfan_index_ignored(IndexHandle index, int number,
      pathfan_ignored* ignored);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_index_vertex(IndexHandle index, int vertex,
      pathfan_vertex_info* info);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_create(IndexHandle index, IntPtr* query);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_query_free(IntPtr query);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern IntPtr pathfan_query_error(IntPtr query);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_request_init(pathfan_request* request);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_paths(IntPtr query, pathfan_request* request,
      pathfan_answer** answer);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int pathfan_answer_choose(pathfan_answer* answer, ulong seed);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_group(IntPtr query, pathfan_group* group,
      Visitor visit, IntPtr context);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_measure(IntPtr query, pathfan_path* paths,
      int count, pathfan_measures* each, pathfan_measures* all);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_distance(IntPtr query, Point from, Point to,
      double* length, Outcome* outcome);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_distances(IntPtr query, Point from, Point* to,
      UIntPtr count, double* lengths, Outcome* outcomes);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_visible(IntPtr query, Point point,
      pathfan_sight* sight, int* vertices, int capacity, int* count);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_nearest_free(IntPtr query, Point point,
      double radius, Point* nearest, byte* found);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_ray(IntPtr query, Point from, Point to,
      IntPtr obstacles, pathfan_hit* hit);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_wall(IntPtr query, Point from, double radius,
      IntPtr obstacles, pathfan_hit* hit);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_move(IntPtr query, Point from, Point toward,
      IntPtr obstacles, pathfan_hit* hit);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_random(IntPtr query, Point from, double radius,
      IntPtr obstacles, ulong seed, Point* point, Outcome* outcome);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_query_check(IntPtr query, Point* points, int count,
      IntPtr obstacles, ulong since, pathfan_checked* @checked);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_obstacles_create(IndexHandle index, IntPtr* obstacles,
      pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_obstacles_change(IntPtr from, pathfan_change* changes,
      UIntPtr count, IntPtr* to, long* ids, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern Status pathfan_obstacles_rebase(IntPtr from, IndexHandle index,
      IntPtr* to, pathfan_error* error);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_obstacles_release(IntPtr obstacles);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern ulong pathfan_obstacles_version(IntPtr obstacles);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern int pathfan_obstacles_count(IntPtr obstacles);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern void pathfan_obstacles_ids(IntPtr obstacles, long* ids);

    [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
    internal static extern byte pathfan_obstacles_find(IntPtr obstacles, byte* name, long id,
      pathfan_obstacle* obstacle);

    static bool isChecked;

    internal static string Version() { return Text(pathfan_version()); }

    /// <summary>Throws if the library found has an incompatible version.</summary>
    internal static void Check()
    {
      if (isChecked) return;
      if (IntPtr.Size != 8)
        throw new PlatformNotSupportedException("pathfan wants a 64-bit system");
      CheckVersion("pathfan-lite", Version());
      isChecked = true;
    }

    /// <summary>The same for the builder's library.</summary>
    internal static void CheckBuilder()
    {
      Check(); // of statuses the other library has the texts
      CheckVersion(BuilderLibrary, Text(OfBuilder.pathfan_version()));
    }

    static void CheckVersion(string library, string found)
    {
      if (!Fits(found))
        throw new PathfanException(Status.Version, "the library is " + library + " " + found +
          ", where " + VersionMajor + "." + VersionMinor + " is wanted");
    }

    // Versions with the same MAJOR are compatible, while that is 0 those with the same MINOR.
    static bool Fits(string version)
    {
      string[] parts = version.Split('.');
      return parts.Length > 1 && parts[0] == VersionMajor.ToString() &&
        (VersionMajor > 0 || parts[1] == VersionMinor.ToString());
    }

    /// <summary>Returns text as C expects it: zero-terminated UTF-8, on every system.</summary>
    internal static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + '\0'); }

    /// <summary>Returns a message of the library.</summary>
    internal static string Text(IntPtr utf8)
    {
      int length = 0;
      while (Marshal.ReadByte(utf8, length) != 0) length++;
      return length == 0 ? "" : Encoding.UTF8.GetString((byte*)utf8, length);
    }
  }
}
