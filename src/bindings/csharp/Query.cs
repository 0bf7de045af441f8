// Query.cs - queries to an index, by one thread at a time.
//
// The library owns the memory of an answer and reuses it in the next call, so each call copies all
// of the answer before it returns. Two simultaneous calls on one query would corrupt the process:
// the second one is refused, as is a call from within a visit.
using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Pathfan
{
  /// <summary>The quality of a path compared with the paths returned with it; pathfan's
  /// docs/glossary.md has the definitions.</summary>
  public struct Measures
  {
    public double BoundedStretch, LocalOptimality, Similarity, LengthRatio, Nearness, Loop;

    internal Measures(Native.pathfan_measures native)
    {
      BoundedStretch = native.bounded_stretch;
      LocalOptimality = native.local_optimality;
      Similarity = native.similarity;
      LengthRatio = native.length_ratio;
      Nearness = native.nearness;
      Loop = native.loop;
    }
  }

  /// <summary>The place of a point and the vertices visible from it.</summary>
  public sealed class Sight
  {
    public bool IsFree { get; internal set; }

    /// <summary>The point, rounded.</summary>
    public Point Used { get; internal set; }

    /// <summary>The cell of the mesh that contains it; -1 if the point is blocked.</summary>
    public int Polygon { get; internal set; }

    /// <summary>The convex vertices that the point sees and that a path from it can pass,
    /// ascending; Index.Vertex returns their places.</summary>
    public int[] Vertices { get; internal set; }
  }

  /// <summary>Something in the way, or near.</summary>
  public readonly struct Hit
  {
    /// <summary>Ok, or StartBlocked: then nothing is found.</summary>
    public readonly Outcome Outcome;

    public readonly bool Found;

    /// <summary>The point used: rounded.</summary>
    public readonly Point From;

    /// <summary>See each call.</summary>
    public readonly Point At;
    public readonly double Distance;

    /// <summary>Of length 1: from the wall into free space; 0, 0 if nothing was found.</summary>
    public readonly Point Normal;

    /// <summary>The number of the area that it is a side of; 0: a wall of the map.</summary>
    public readonly long Obstacle;

    internal Hit(Native.pathfan_hit native)
    {
      Outcome = native.outcome;
      Found = native.found != 0;
      From = native.from;
      At = native.at;
      Distance = native.distance;
      Normal = native.normal;
      Obstacle = native.obstacle;
    }
  }

  /// <summary>Whether a path can still be walked.</summary>
  public readonly struct Checked
  {
    /// <summary>The first leg that is blocked, from its point of that number to the next; -1: none
    /// is.</summary>
    public readonly int Leg;

    /// <summary>Whether it is known to be still the shortest: nothing has been opened
    /// since.</summary>
    public readonly bool StillShortest;

    /// <summary>What is in the way of that leg.</summary>
    public readonly Hit Hit;

    internal Checked(Native.pathfan_checked native)
    {
      Leg = native.leg;
      StillShortest = native.still_shortest != 0;
      Hit = new Hit(native.hit);
    }
  }

  /// <summary>Receives the answer to a unit of a group, which is filled again for the next unit,
  /// and the path that the unit takes; -1: the unit has no path, or there are no shares. Returns
  /// false to stop.</summary>
  public delegate bool Visit(int unit, Answer answer, int chosen);

  /// <summary>The query object of one thread; made by Index.Query. All its calls throw
  /// PathfanException: Argument for values out of range, NoMemory, Damaged; and
  /// InvalidOperationException while another call is in progress.</summary>
  public sealed unsafe class Query : IDisposable
  {
    // Marks functions that C calls for ahead-of-time compilers, which look for this name.
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
      public MonoPInvokeCallbackAttribute(Type type) { }
    }

    static readonly Native.Visitor OnVisit = VisitOne; // never garbage-collected
    static readonly Shares NoShares = new Shares();

    readonly QueryHandle handle;
    readonly Request defaults = new Request();
    int isBusy;
    Outcome[] outcomes = new Outcome[0];

    // State of the group in progress.
    Visit visit;
    Answer visited;
    Exception thrown;

    internal Query(QueryHandle handle) { this.handle = handle; }

    /// <summary>Frees the scratch once the call in progress has ended.</summary>
    public void Dispose() { handle.Dispose(); }

    /// <summary>Returns different paths between two points, in a new answer. request: null for the
    /// defaults.</summary>
    public Answer Paths(Point from, Point to, Request request = null)
    {
      var answer = new Answer();
      Paths(from, to, request, answer);
      return answer;
    }

    /// <summary>Does the same with an answer that is filled again: no garbage, once its arrays are
    /// large enough. If the library returns an error, the answer is unchanged.</summary>
    public void Paths(Point from, Point to, Request request, Answer answer)
    {
      if (answer == null) throw new ArgumentNullException(nameof(answer));
      Native.pathfan_request asked = (request ?? defaults).native;
      asked.from = from;
      asked.to = to;
      IntPtr query = Enter();
      Obstacles.Hold held = default(Obstacles.Hold);
      try
      {
        held = HoldObstacles(request);
        asked.obstacles = held.At;
        Native.pathfan_answer* given;
        Request named = request ?? defaults;
        byte** floors = stackalloc byte*[2];
        fixed (byte* fromFloor = named.fromFloorName, toFloor = named.toFloorName)
        {
          floors[0] = fromFloor;
          floors[1] = toFloor;
          asked.floors = (IntPtr)floors;
          Check(query, Native.pathfan_query_paths(query, &asked, &given));
        }
        if (given->outcome == Outcome.InvalidRequest) Check(query, Status.Argument);
        answer.Fill(given);
      }
      finally
      {
        held.Dispose();
        Exit();
      }
    }

    /// <summary>Answers many units that share the goal, one after the other: the work at the goal
    /// is done once. shares: a path is chosen for every unit; null: none is. Throws what visit
    /// throws.</summary>
    public void Group(Point[] from, Point to, Visit visit, Request request = null,
      Shares shares = null)
    {
      AskGroup(from, to, false, visit, request, shares);
    }

    /// <summary>Does the same for units that share the start.</summary>
    public void Group(Point from, Point[] to, Visit visit, Request request = null,
      Shares shares = null)
    {
      AskGroup(to, from, true, visit, request, shares);
    }

    void AskGroup(Point[] units, Point common, bool hasOneStart, Visit visit, Request request,
      Shares shares)
    {
      if (units == null) throw new ArgumentNullException(hasOneStart ? "to" : "from");
      if (visit == null) throw new ArgumentNullException(nameof(visit));
      Native.pathfan_group group = default(Native.pathfan_group);
      group.request = (request ?? defaults).native;
      group.request.from = group.request.to = common;
      group.has_one_start = (byte)(hasOneStart ? 1 : 0);
      group.count = (UIntPtr)units.Length;
      IntPtr query = Enter();
      GCHandle self = default(GCHandle);
      Obstacles.Hold held = default(Obstacles.Hold);
      try
      {
        held = HoldObstacles(request);
        group.request.obstacles = held.At;
        self = GCHandle.Alloc(this);
        this.visit = visit;
        thrown = null;
        if (visited == null) visited = new Answer();
        Status status;
        Request named = request ?? defaults;
        byte** floors = stackalloc byte*[2];
        group.request.floors = (IntPtr)floors;
        fixed (byte* fromFloor = named.fromFloorName, toFloor = named.toFloorName)
        fixed (Point* points = units)
        fixed (Native.pathfan_shares* turns = &(shares ?? NoShares).native)
        {
          floors[0] = fromFloor;
          floors[1] = toFloor;
          group.points = points;
          group.shares = shares != null ? turns : null;
          status = Native.pathfan_query_group(query, &group, OnVisit, GCHandle.ToIntPtr(self));
        }
        if (thrown != null)
          System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(thrown).Throw();
        Check(query, status);
      }
      finally
      {
        if (self.IsAllocated) self.Free();
        this.visit = null;
        thrown = null;
        held.Dispose();
        Exit();
      }
    }

    // Exceptions must not pass through C: they are kept until the C function has returned.
    [MonoPInvokeCallback(typeof(Native.Visitor))]
    static byte VisitOne(IntPtr context, UIntPtr i, Native.pathfan_answer* answer, int chosen)
    {
      var query = (Query)GCHandle.FromIntPtr(context).Target;
      try
      {
        if (answer->outcome == Outcome.InvalidRequest)
          throw new PathfanException(Status.Argument, "unit " + i + ": " +
            Native.Text(Native.pathfan_query_error(query.handle.DangerousGetHandle())));
        query.visited.Fill(answer);
        return (byte)(query.visit((int)i, query.visited, chosen) ? 1 : 0);
      }
      catch (Exception e)
      {
        query.thrown = e;
        return 0;
      }
    }

    /// <summary>Returns the length of the shortest path; infinity if there is none.</summary>
    public double Distance(Point from, Point to)
    {
      IntPtr query = Enter();
      try
      {
        double length;
        Outcome outcome;
        Check(query, Native.pathfan_query_distance(query, from, to, &length, &outcome));
        if (outcome == Outcome.InvalidRequest) Check(query, Status.Argument);
        return outcome == Outcome.Ok ? length : double.PositiveInfinity;
      }
      finally { Exit(); }
    }

    /// <summary>Returns the distances from one point to many; infinity if there is no
    /// path.</summary>
    public double[] Distances(Point from, Point[] to)
    {
      if (to == null) throw new ArgumentNullException(nameof(to));
      var lengths = new double[to.Length];
      Distances(from, to, to.Length, lengths);
      return lengths;
    }

    /// <summary>Does the same for the first `count` points, into an array of the caller.</summary>
    public void Distances(Point from, Point[] to, int count, double[] lengths)
    {
      if (to == null) throw new ArgumentNullException(nameof(to));
      if (lengths == null) throw new ArgumentNullException(nameof(lengths));
      if (count < 0 || count > to.Length || count > lengths.Length)
        throw new ArgumentOutOfRangeException(nameof(count));
      if (count == 0) return;
      IntPtr query = Enter();
      try
      {
        if (outcomes.Length < count) outcomes = new Outcome[count + count / 2];
        fixed (Point* goals = to)
        fixed (double* into = lengths)
        fixed (Outcome* told = outcomes)
          Check(query, Native.pathfan_query_distances(query, from, goals, (UIntPtr)count, into,
            told));
        for (int i = 0; i < count; i++)
          if (outcomes[i] == Outcome.InvalidRequest) Check(query, Status.Argument);
          else if (outcomes[i] != Outcome.Ok) lengths[i] = double.PositiveInfinity;
      }
      finally { Exit(); }
    }

    /// <summary>Returns the free point nearest to a point (the point itself if it is free) within
    /// the radius, map units; null if there is none.</summary>
    public Point? NearestFree(Point point, double radius)
    {
      IntPtr query = Enter();
      try
      {
        Point nearest;
        byte found;
        Check(query, Native.pathfan_query_nearest_free(query, point, radius, &nearest, &found));
        return found != 0 ? nearest : (Point?)null;
      }
      finally { Exit(); }
    }

    /// <summary>Returns the place of a point and the vertices visible from it.</summary>
    public Sight Visible(Point point)
    {
      IntPtr query = Enter();
      try
      {
        Native.pathfan_sight sight;
        int count, none;
        Check(query, Native.pathfan_query_visible(query, point, &sight, &none, 0, &count));
        var vertices = new int[count];
        fixed (int* first = vertices)
          if (count > 0) // a pointer into an empty array would be null
            Check(query, Native.pathfan_query_visible(query, point, &sight, first, count, &count));
        return new Sight
        {
          IsFree = sight.free != 0,
          Used = sight.used,
          Polygon = sight.polygon,
          Vertices = vertices
        };
      }
      finally { Exit(); }
    }

    /// <summary>Measures each path of an answer compared with its other paths; an empty array if
    /// there are no paths. Over links each walk is measured alone, and the worst of a path counts;
    /// their lengths are costs.</summary>
    public Measures[] Measure(Answer answer)
    {
      if (answer == null) throw new ArgumentNullException(nameof(answer));
      int count = answer.Count;
      if (count == 0) return new Measures[0];
      var paths = new Native.pathfan_path[count];
      var each = new Native.pathfan_measures[count];
      int legCount = 0;
      for (int i = 0; i < count; i++) legCount += answer.parts[i].LegCount;
      var legs = new Native.pathfan_leg[legCount];
      for (int i = 0; i < legCount; i++) answer.legs[i].Give(ref legs[i]);
      Native.pathfan_measures all;
      IntPtr query = Enter();
      try
      {
        fixed (Native.pathfan_leg* leg = legs)
        fixed (Point* points = answer.points)
        fixed (Native.pathfan_path* first = paths)
        fixed (Native.pathfan_measures* measured = each)
        {
          for (int i = 0; i < count; i++)
          {
            Answer.Part part = answer.parts[i];
            first[i].length = first[i].cost = part.Length;
            first[i].point_count = part.Count;
            first[i].points = points + part.First;
            first[i].leg_count = part.LegCount;
            first[i].legs = part.LegCount > 0 ? leg + part.FirstLeg : null;
          }
          Check(query, Native.pathfan_query_measure(query, first, count, measured, &all));
        }
      }
      finally { Exit(); }
      return Array.ConvertAll(each, one => new Measures(one));
    }

    delegate Status Asked(IntPtr query, IntPtr obstacles, Native.pathfan_hit* hit);

    Hit Ask(Obstacles obstacles, Asked call)
    {
      IntPtr query = Enter();
      Obstacles.Hold held = default(Obstacles.Hold);
      try
      {
        held = HoldObstacles(obstacles);
        Native.pathfan_hit hit;
        Check(query, call(query, held.At, &hit));
        return new Hit(hit);
      }
      finally
      {
        held.Dispose();
        Exit();
      }
    }

    /// <summary>Looks straight from one point to another, which may lie anywhere: Hit.At is where a
    /// wall is in the way, or the other point. Touching a wall is no hit.</summary>
    public Hit Ray(Point from, Point to, Obstacles obstacles = null)
    {
      return Ask(obstacles, (query, at, hit) => Native.pathfan_query_ray(query, from, to, at, hit));
    }

    /// <summary>Finds the nearest wall, at most radius map units away: Hit.At is its nearest
    /// point.</summary>
    public Hit Wall(Point from, double radius = double.PositiveInfinity, Obstacles obstacles = null)
    {
      return Ask(obstacles,
        (query, at, hit) => Native.pathfan_query_wall(query, from, radius, at, hit));
    }

    /// <summary>Moves a unit from one point straight towards another, and along walls in the way:
    /// Hit.At is where that ends, Hit.Distance how far it goes.</summary>
    public Hit Move(Point from, Point toward, Obstacles obstacles = null)
    {
      return Ask(obstacles,
        (query, at, hit) => Native.pathfan_query_move(query, from, toward, at, hit));
    }

    /// <summary>Draws a point that can be reached from another: by a path of at most radius map
    /// units, 0: by any; with the same probability by area. null: from is blocked, or no draw suited.</summary>
    public Point? Random(Point from, double radius, ulong seed, Obstacles obstacles = null)
    {
      IntPtr query = Enter();
      Obstacles.Hold held = default(Obstacles.Hold);
      try
      {
        held = HoldObstacles(obstacles);
        Point drawn;
        Outcome outcome;
        Check(query, Native.pathfan_query_random(query, from, radius, held.At, seed, &drawn, &outcome));
        return outcome == Outcome.Ok ? drawn : (Point?)null;
      }
      finally
      {
        held.Dispose();
        Exit();
      }
    }

    /// <summary>Finds out whether a path can still be walked, and is still the shortest. since:
    /// Obstacles.Version of those that it was requested with.</summary>
    public Checked Check(Point[] points, Obstacles obstacles = null, ulong since = 0)
    {
      if (points == null) throw new ArgumentNullException(nameof(points));
      IntPtr query = Enter();
      Obstacles.Hold held = default(Obstacles.Hold);
      try
      {
        held = HoldObstacles(obstacles);
        Native.pathfan_checked told;
        var given = points.Length > 0 ? points : new Point[1]; // a pointer into an empty array is null
        fixed (Point* first = given)
          Check(query, Native.pathfan_query_check(query, first, points.Length, held.At, since, &told));
        return new Checked(told);
      }
      finally
      {
        held.Dispose();
        Exit();
      }
    }

    static Obstacles.Hold HoldObstacles(Request request)
    {
      return HoldObstacles(request == null ? null : request.Obstacles);
    }

    static Obstacles.Hold HoldObstacles(Obstacles obstacles)
    {
      return new Obstacles.Hold(obstacles == null ? null : obstacles.Handle);
    }

    IntPtr Enter()
    {
      if (Interlocked.CompareExchange(ref isBusy, 1, 0) != 0)
        throw new InvalidOperationException(
          "the query answers another call already: each thread wants a query of its own");
      IntPtr query = IntPtr.Zero;
      try { query = handle.Hold(); }
      finally
      {
        if (query == IntPtr.Zero) Volatile.Write(ref isBusy, 0);
      }
      return query;
    }

    void Exit()
    {
      handle.DangerousRelease();
      Volatile.Write(ref isBusy, 0);
    }

    static void Check(IntPtr query, Status status)
    {
      if (status != Status.Ok)
        throw new PathfanException(status, Native.Text(Native.pathfan_query_error(query)));
    }
  }
}
