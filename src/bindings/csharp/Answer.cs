// Answer.cs - paths, copied out of the library into arrays that an answer keeps.
//
// All points of an answer are in one array, one path after another. An answer can be filled again:
// its arrays only grow, so that a game that reuses one answer in every frame makes no garbage. Path
// and Points are views of these arrays.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Pathfan
{
  /// <summary>A point in map units, x right, y down.</summary>
  [StructLayout(LayoutKind.Sequential)]
  public readonly struct Point : IEquatable<Point>
  {
    public readonly double X, Y;

    public Point(double x, double y)
    {
      X = x;
      Y = y;
    }

    public bool Equals(Point other) { return X.Equals(other.X) && Y.Equals(other.Y); }
    public override bool Equals(object other) { return other is Point && Equals((Point)other); }
    public override int GetHashCode() { return X.GetHashCode() * 31 + Y.GetHashCode(); }
    public static bool operator ==(Point a, Point b) { return a.Equals(b); }
    public static bool operator !=(Point a, Point b) { return !a.Equals(b); }

    public override string ToString()
    {
      var invariant = System.Globalization.CultureInfo.InvariantCulture;
      return X.ToString("R", invariant) + "," + Y.ToString("R", invariant);
    }
  }

  /// <summary>The outcome of a request.</summary>
  public enum Outcome
  {
    /// <summary>At least one path.</summary>
    Ok,
    /// <summary>The ends are in different parts of the map.</summary>
    NoPath,
    /// <summary>The start is inside an obstacle or off the map.</summary>
    StartBlocked,
    /// <summary>The goal is inside an obstacle or off the map.</summary>
    GoalBlocked,
    /// <summary>The paths are correct, but there may be more.</summary>
    WorkLimit,
    /// <summary>A field is out of range; never in an answer: an exception is thrown.</summary>
    InvalidRequest
  }

  /// <summary>Why there are fewer paths than requested, or that there aren't.</summary>
  public enum Reason
  {
    Complete,
    NoCandidates,
    Rejected,
    WorkLimit
  }

  /// <summary>The paths of a request, shortest first; the first is exactly shortest. A new answer
  /// is empty and may be filled any number of times, by one thread at a time.</summary>
  public sealed unsafe class Answer : IReadOnlyList<Path>
  {
    internal struct Part
    {
      internal double Length;
      internal int First, Count; // points
      internal bool IsFilled;
    }

    internal Point[] points = new Point[0];
    internal Part[] parts = new Part[0];

    public Outcome Outcome { get; private set; }

    /// <summary>Why there are fewer paths than requested.</summary>
    public Reason Reason { get; private set; }

    /// <summary>The ends as used: rounded, perhaps snapped.</summary>
    public Point From { get; private set; }

    public Point To { get; private set; }
    public bool FromSnapped { get; private set; }
    public bool ToSnapped { get; private set; }

    /// <summary>If the goal can't be reached: the reachable point nearest to it.</summary>
    public Point? Nearest { get; private set; }

    /// <summary>Whether the request wanted paths to Nearest, and there they lead.</summary>
    public bool IsPartial { get; private set; }

    /// <summary>If the request had a radius: the one of the index that answered; else 0.</summary>
    public double Radius { get; private set; }

    /// <summary>The generation of the index that answered: 1, plus 1 for each reload.</summary>
    public uint Generation { get; private set; }

    /// <summary>The number of paths.</summary>
    public int Count { get; private set; }

    public Path this[int number]
    {
      get
      {
        if ((uint)number >= (uint)Count) throw new ArgumentOutOfRangeException(nameof(number));
        return new Path(this, number);
      }
    }

    /// <summary>Chooses a path by a seed: the same for the same seed and answer, each about equally
    /// often over many seeds; -1 if there is no path.</summary>
    public int Choose(ulong seed)
    {
      var native = new Native.pathfan_answer { path_count = Count };
      return Count == 0 ? -1 : Native.pathfan_answer_choose(&native, seed);
    }

    internal void Fill(Native.pathfan_answer* answer)
    {
      Count = 0; // if this throws, no path has only half its points
      int total = 0;
      for (int i = 0; i < answer->path_count; i++)
        total = checked(total + answer->paths[i].point_count);
      if (total > points.Length) points = new Point[total + total / 2];
      if (answer->path_count > parts.Length) parts = new Part[answer->path_count];
      int first = 0;
      for (int i = 0; i < answer->path_count; i++)
      {
        Native.pathfan_path* path = &answer->paths[i];
        int count = path->point_count;
        for (int j = 0; j < count; j++) points[first + j] = path->points[j];
        parts[i].Length = path->length;
        parts[i].First = first;
        parts[i].Count = count;
        parts[i].IsFilled = answer->filled != null && answer->filled[i] != 0;
        first += count;
      }
      Outcome = answer->outcome;
      Reason = answer->reason;
      From = answer->from;
      To = answer->to;
      FromSnapped = answer->from_snapped != 0;
      ToSnapped = answer->to_snapped != 0;
      Nearest = answer->has_nearest != 0 ? answer->nearest : (Point?)null;
      IsPartial = answer->partial != 0;
      Radius = answer->radius;
      Generation = answer->generation;
      Count = answer->path_count;
    }

    /// <summary>Enumerates the paths without garbage.</summary>
    public Enumerator GetEnumerator() { return new Enumerator(this); }
    IEnumerator<Path> IEnumerable<Path>.GetEnumerator() { return new Enumerator(this); }
    IEnumerator IEnumerable.GetEnumerator() { return new Enumerator(this); }

    public struct Enumerator : IEnumerator<Path>
    {
      readonly Answer answer;
      int at;

      internal Enumerator(Answer answer)
      {
        this.answer = answer;
        at = -1;
      }

      public Path Current { get { return answer[at]; } }
      object IEnumerator.Current { get { return Current; } }
      public bool MoveNext() { return ++at < answer.Count; }
      public void Reset() { at = -1; }
      public void Dispose() { }
    }
  }

  /// <summary>One path of an answer, from start to goal; valid until the answer is filled
  /// again.</summary>
  public readonly struct Path
  {
    readonly Answer answer;
    readonly int number;

    internal Path(Answer answer, int number)
    {
      this.answer = answer;
      this.number = number;
    }

    /// <summary>Map units.</summary>
    public double Length { get { return answer.parts[number].Length; } }

    /// <summary>Whether it was accepted without regard to the separation.</summary>
    public bool IsFilled { get { return answer.parts[number].IsFilled; } }

    /// <summary>Start, corners, goal.</summary>
    public Points Points
    {
      get
      {
        return new Points(answer.points, answer.parts[number].First, answer.parts[number].Count);
      }
    }
  }

  /// <summary>The points of a path; valid until its answer is filled again.</summary>
  public readonly struct Points : IReadOnlyList<Point>
  {
    readonly Point[] all;
    readonly int first, count;

    internal Points(Point[] all, int first, int count)
    {
      this.all = all;
      this.first = first;
      this.count = count;
    }

    /// <summary>At least 1.</summary>
    public int Count { get { return count; } }

    public Point this[int number]
    {
      get
      {
        if ((uint)number >= (uint)count) throw new ArgumentOutOfRangeException(nameof(number));
        return all[first + number];
      }
    }

    /// <summary>Copies all points into the caller's array, from `start` on. Throws
    /// ArgumentException if they don't fit.</summary>
    public void CopyTo(Point[] array, int start = 0)
    {
      Array.Copy(all, first, array, start, count);
    }

    /// <summary>Returns a copy.</summary>
    public Point[] ToArray()
    {
      var copy = new Point[count];
      CopyTo(copy);
      return copy;
    }

#if NETSTANDARD2_1_OR_GREATER || NETCOREAPP || UNITY_2021_2_OR_NEWER || PATHFAN_SPANS
    /// <summary>The points themselves, without a copy.</summary>
    public ReadOnlySpan<Point> AsSpan() { return new ReadOnlySpan<Point>(all, first, count); }
#endif

    /// <summary>Enumerates the points without garbage.</summary>
    public Enumerator GetEnumerator() { return new Enumerator(this); }
    IEnumerator<Point> IEnumerable<Point>.GetEnumerator() { return new Enumerator(this); }
    IEnumerator IEnumerable.GetEnumerator() { return new Enumerator(this); }

    public struct Enumerator : IEnumerator<Point>
    {
      readonly Points points;
      int at;

      internal Enumerator(Points points)
      {
        this.points = points;
        at = -1;
      }

      public Point Current { get { return points[at]; } }
      object IEnumerator.Current { get { return Current; } }
      public bool MoveNext() { return ++at < points.Count; }
      public void Reset() { at = -1; }
      public void Dispose() { }
    }
  }
}
