// siege INDEX [TICKS] - the world of siege.c in C#: 800 units walk to a base among 60 buildings; its
// gates open and close, and its walls break.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Pathfan;
using Index = Pathfan.Index;

static class Siege
{
  sealed class Unit
  {
    public Point At;
    public Point[] Way = new Point[0];
    public int Next;      // the point of its way that it goes to
    public ulong Version; // of the obstacles that the way was asked for with, or checked
  }

  static readonly string[] Sides =
    { "north gate", "wall 1", "east gate", "wall 2", "south gate", "wall 3", "west gate", "wall 4" };
  static readonly string[] Gates = Sides.Where(name => name.EndsWith("gate")).ToArray();
  static readonly string[] Walls = Sides.Where(name => name.StartsWith("wall")).ToArray();

  static Query query;
  static Obstacles now; // what is in the way; each change makes another snapshot
  static Point somewhere, goal;
  static ulong seed;
  static int changes, asked, checks;

  static void Make(params Change[] list)
  {
    Obstacles then = now.Change(list);
    now.Dispose();
    now = then;
    changes += list.Length;
  }

  static double Apart(Point a, Point b)
  {
    return Math.Sqrt((a.X - b.X) * (a.X - b.X) + (a.Y - b.Y) * (a.Y - b.Y));
  }

  static Point Draw() { return query.Random(somewhere, 0, seed++, now).Value; }

  static double Room(Point at) { return query.Wall(at, double.PositiveInfinity, now).Distance; }

  static Point From(Point centre, double far, double turn)
  {
    double angle = turn * 2 * Math.PI / Sides.Length;
    return new Point(centre.X + far * Math.Cos(angle), centre.Y + far * Math.Sin(angle));
  }

  // The base stands where most room is, the buildings where there is some.
  static Unit[] Build()
  {
    double most = 0;
    while (seed < 300)
    {
      Point at = Draw();
      double room = Room(at);
      if (room > most) { most = room; goal = at; }
    }
    for (int built = 0; built < 60 && seed < 20000;)
    {
      Point at = Draw();
      if (Room(at) < 1.2 || Apart(at, goal) < most) continue;
      Make(Change.AddPolygon(new[] { new Point(at.X - 0.7, at.Y - 0.7), new Point(at.X + 0.7, at.Y - 0.7),
        new Point(at.X + 0.7, at.Y + 0.7), new Point(at.X - 0.7, at.Y + 0.7) }));
      built++;
    }
    Unit[] units = Enumerable.Range(0, 800).Select(i => new Unit { At = Draw() }).ToArray();
    Make(Sides.Select((name, side) => Change.AddPolygon(new[] { From(goal, 0.9 * most, side),
      From(goal, 0.9 * most, side + 1), From(goal, 0.8 * most, side + 1), From(goal, 0.8 * most, side) },
      name)).ToArray());
    return units;
  }

  // Each unit takes one of the ways that there are; without one it waits.
  static void Ask(Unit unit, int number)
  {
    Answer answer = query.Paths(unit.At, goal, new Request { Obstacles = now });
    int chosen = answer.Choose((ulong)number);
    unit.Way = chosen < 0 ? new Point[0] : answer[chosen].Points.ToArray();
    unit.Next = 0;
    unit.Version = now.Version;
    asked++;
  }

  // A unit asks again if what has changed is in its way, or something was opened.
  static bool MustAsk(Unit unit)
  {
    if (Apart(unit.At, goal) < 1 || unit.Version == now.Version) return false;
    if (unit.Next >= unit.Way.Length) return true;
    Checked told = query.Check(unit.Way, now, unit.Version);
    checks++;
    if (told.Leg >= 0 || !told.StillShortest) return true;
    unit.Version = now.Version;
    return false;
  }

  static void Walk(Unit unit)
  {
    if (unit.Next >= unit.Way.Length) return;
    Point to = unit.Way[unit.Next];
    double left = Apart(unit.At, to), share = left > 0.4 ? 0.4 / left : 1;
    unit.At = query.Move(unit.At, new Point(unit.At.X + share * (to.X - unit.At.X),
      unit.At.Y + share * (to.Y - unit.At.Y)), now).At;
    if (left <= 0.4) unit.Next++;
  }

  static int Main(string[] arguments)
  {
    if (arguments.Length < 1) return 2;
    int ticks = arguments.Length > 1 ? int.Parse(arguments[1]) : 400, turn = 0;
    using (Index index = Index.Open(arguments[0]))
    using (query = index.Query())
    {
      now = index.Obstacles();
      somewhere = query.NearestFree(new Point(index.Info.X, index.Info.Y), 1e6).Value;
      Unit[] units = Build();
      Stopwatch watch = Stopwatch.StartNew();
      for (int tick = 0; tick < ticks; tick++)
      {
        int n = tick / 20;
        if (tick % 20 == 0) Make(Change.Open(Gates[n % 4]), Change.Close(Gates[(n + 3) % 4]));
        if (tick % 100 == 50 && tick < 400) Make(Change.Remove(Walls[tick / 100]));
        for (int i = 0, budget = 40; i < units.Length && budget > 0; i++)
        {
          turn = (turn + 1) % units.Length;
          if (!MustAsk(units[turn])) continue;
          Ask(units[turn], turn);
          budget--;
        }
        foreach (Unit unit in units) Walk(unit);
      }
      Console.WriteLine("{0} units, {1} areas, {2} ticks: {3} changes, {4} requests, {5} checks; {6} arrived",
        units.Length, now.Count, ticks, changes, asked, checks, units.Count(u => Apart(u.At, goal) < 1));
      Console.Error.WriteLine("{0:0.000} ms a tick", watch.Elapsed.TotalMilliseconds / Math.Max(ticks, 1));
      now.Dispose();
    }
    return 0;
  }
}
