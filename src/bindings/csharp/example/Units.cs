// Units INDEX [UNITS [FRAMES]] - units that ask for three paths a frame, as in a game.
//
// In each frame every unit asks for three paths from its position to the goal, takes the one that
// belongs to its number, and walks a step along it. Answer and request are reused, so that frames
// make no garbage; in a game the goal would move.
using System;
using System.Diagnostics;
using Pathfan;

static class Units
{
  const double Step = 0.5; // map units a frame

  static int Main(string[] arguments)
  {
    if (arguments.Length < 1)
    {
      Console.Error.WriteLine("usage: Units INDEX [UNITS [FRAMES]]");
      return 2;
    }
    int count = arguments.Length > 1 ? int.Parse(arguments[1]) : 100;
    int frames = arguments.Length > 2 ? int.Parse(arguments[2]) : 60;
    try
    {
      using (var index = Pathfan.Index.Open(arguments[0]))
      using (var query = index.Query())
        Play(index.Info, query, count, frames);
    }
    catch (PathfanException e)
    {
      Console.Error.WriteLine(e.Message);
      return 1;
    }
    return 0;
  }

  static void Play(IndexInfo map, Query query, int count, int frames)
  {
    var draw = new Random(1);
    Point goal = FreePoint(map, query, draw);
    var units = new Point[count];
    for (int i = 0; i < count; i++) units[i] = FreePoint(map, query, draw);

    var request = new Request { Paths = 3, Stretch = 1.5, Snap = 1 };
    var answer = new Answer();
    long ways = 0;
    var clock = Stopwatch.StartNew();
    for (int frame = 0; frame < frames; frame++)
      for (int i = 0; i < count; i++)
      {
        query.Paths(units[i], goal, request, answer);
        ways += answer.Count;
        int mine = answer.Choose((ulong)i);
        if (mine >= 0) units[i] = Walk(answer[mine].Points, Step); // else it waits: answer.Outcome
      }
    double spent = clock.Elapsed.TotalMilliseconds;

    double[] left = query.Distances(goal, units);
    int arrived = 0;
    foreach (double length in left)
      if (length < Step) arrived++;
    Console.WriteLine("{0} units, {1} frames, {2} ways; {3:0.000} ms a frame; {4} have arrived",
      count, frames, ways, spent / frames, arrived);
  }

  // A random point that isn't inside an obstacle.
  static Point FreePoint(IndexInfo map, Query query, Random draw)
  {
    for (;;)
    {
      var drawn = new Point(map.X + draw.NextDouble() * map.Width,
        map.Y + draw.NextDouble() * map.Height);
      Point? free = query.NearestFree(drawn, Math.Max(map.Width, map.Height));
      if (free != null) return free.Value;
    }
  }

  // The point at this length along a path.
  static Point Walk(Points path, double length)
  {
    for (int i = 1; i < path.Count; i++)
    {
      double dx = path[i].X - path[i - 1].X, dy = path[i].Y - path[i - 1].Y;
      double part = Math.Sqrt(dx * dx + dy * dy);
      if (part >= length)
        return new Point(path[i - 1].X + dx * length / part, path[i - 1].Y + dy * length / part);
      length -= part;
    }
    return path[path.Count - 1];
  }
}
