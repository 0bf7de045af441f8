// Test.exe FOLDER - the C# package gives the command's answers, to the last bit, for all indexes of
// a folder (csharp.sh makes it); reports errors; leaves nothing open.
// Test.exe layouts - prints sizes and offsets of the structs.
// Test.exe version - prints the message about a library of another version.
// Test.exe bench INDEX SCEN PATHS PASSES - as tests/bench/measure.c does: a line per request.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Pathfan;
using Index = Pathfan.Index;
using Path = System.IO.Path;

static partial class Test
{
  static string folder;
  static int compared;

  static int Main(string[] arguments)
  {
    switch (arguments[0])
    {
      case "layouts": return Layouts.Print();
      case "version": return SayVersion();
      case "bench": return Bench.Run(arguments);
    }
    folder = arguments[0];
    int failed = 0, passed = 0;
    foreach (MethodInfo test in typeof(Test).GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
      .Where(method => method.Name.StartsWith("Test")))
      try
      {
        test.Invoke(null, null);
        passed++;
      }
      catch (TargetInvocationException e)
      {
        Console.Error.WriteLine("{0}: {1}", test.Name, e.InnerException);
        failed++;
      }
    Console.WriteLine("{0} answers compared", compared);
    Console.WriteLine("{0} passed, {1} failed", passed, failed);
    return failed == 0 ? 0 : 1;
  }

  // ---- Answers ----

  static void TestRadii()
  {
    string file = Path.Combine(folder, "rooms.radii");
    using (var radii = Index.Open(file))
    using (var wide = Index.Open(Path.Combine(folder, "rooms.wide")))
    using (var opened = Index.Open(file, new OpenOptions { Radius = 0.3 }))
    using (var query = radii.Query())
    using (var alone = wide.Query())
    using (var second = opened.Query())
    {
      True(radii.Info.AgentRadius == 0.2 && radii.Info.Radii.SequenceEqual(new[] { 0.2, 0.4 }), "radii");
      True(opened.Info.AgentRadius == 0.4 && wide.Info.Radii.SequenceEqual(new[] { 0.4 }), "opened");
      for (int i = 0; i < 50; i++)
      {
        Point from = new Point(1.7 * i, 2.3 * (i % 30)), to = new Point(89 - 1.3 * i, 69 - 1.1 * (i % 40));
        Answer got = query.Paths(from, to, new Request { Snap = 2, Radius = 0.3 });
        Answer wanted = alone.Paths(from, to, new Request { Snap = 2 });
        True(got.Radius == 0.4 && wanted.Radius == 0, "the radius that answered");
        Same(wanted, got);
        Same(wanted, second.Paths(from, to, new Request { Snap = 2 }));
      }
      Fails<PathfanException>("radii of up to 0.4, not for 0.5",
        () => query.Paths(new Point(1, 1), new Point(2, 2), new Request { Radius = 0.5 }));
      Fails<PathfanException>("no index for a radius", () => Index.Open(file, new OpenOptions { Radius = 0.5 }));
    }
  }


  static void TestTheCommand()
  {
    foreach (string file in Directory.GetFiles(folder, "*.words"))
    {
      string name = Path.ChangeExtension(file, ".pathfan");
      using (var index = Index.Open(name))
      using (var copy = Index.Open(File.ReadAllBytes(name), Path.GetFileName(name)))
      using (var query = index.Query())
      using (var second = copy.Query())
      {
        index.Verify();
        copy.Verify();
        var kept = new Answer();
        foreach (string line in File.ReadAllLines(file))
        {
          var words = new Words(line);
          Point from = words.Point(), to = words.Point();
          var request = words.Request();
          query.Paths(from, to, request, kept);
          words.Expect(kept);
          Same(kept, second.Paths(from, to, request));
          if (kept.Outcome == Outcome.Ok)
            Equal(kept[0].Length, query.Distance(kept.From, kept.To));
          else if (kept.Outcome == Outcome.NoPath)
            Equal(double.PositiveInfinity, query.Distance(kept.From, kept.To));
          compared++;
        }
      }
    }
    True(compared >= 800, "answers were compared");
  }

  // The words of a line written by csharp.sh.
  sealed class Words
  {
    readonly string[] words;
    int at;

    internal Words(string line) { words = line.Split(' '); }

    string Next() { return words[at++]; }
    internal int Whole() { return int.Parse(Next()); }
    internal double Number() { return Bits(Next()); }
    internal Point Point() { double x = Number(); return new Point(x, Number()); }

    static double Bits(string word)
    {
      return BitConverter.Int64BitsToDouble(long.Parse(word,
        System.Globalization.NumberStyles.HexNumber));
    }

    internal Request Request()
    {
      var request = new Request();
      for (int left = Whole(); left > 0; left--)
      {
        PropertyInfo property = typeof(Request).GetProperties().Single(p => Snake(p.Name) == words[at]);
        at++;
        string word = Next();
        Type type = property.PropertyType;
        property.SetValue(request, type == typeof(bool) ? word == "true"
          : type.IsEnum ? Enum.Parse(type, word, true)
          : Convert.ChangeType(Bits(word), type));
      }
      return request;
    }

    internal void Expect(Answer answer)
    {
      Equal(Next(), Snake(answer.Outcome.ToString()));
      Equal(Next(), Snake(answer.Reason.ToString()));
      Equal(Point(), answer.From);
      Equal(Point(), answer.To);
      Equal(Whole(), answer.Count);
      foreach (Pathfan.Path path in answer)
      {
        Equal(Number(), path.Length);
        Equal(Next() == "true", path.IsFilled);
        Equal(Whole(), path.Points.Count);
        foreach (Point point in path.Points) Equal(Point(), point);
      }
      Equal(words.Length, at);
    }
  }

  static void TestFloors()
  {
    using (var index = Index.Open(Path.Combine(folder, "building.floors")))
    using (var query = index.Query())
    {
      var answer = query.Paths(new Point(1, 1), new Point(39, 1), new Request { FromLevel = 0, ToLevel = 1 });
      True(answer.Count == 3, "three paths over links");
      foreach (Pathfan.Path path in answer)
      {
        double cost = 0;
        True(path.LegCount == 3, "a walk, a link, a walk");
        for (int i = 0; i < 3; i++)
        {
          Leg leg = path.LegAt(i);
          True(leg.Kind == (i == 1 ? LegKind.Link : LegKind.Walk), "the kind of leg " + i);
          True(leg.Level == (i == 2 ? 1 : 0) && leg.Floor == (i == 2 ? "1" : "0"), "its floor");
          True(i == 1 ? leg.Name.Length > 0 && leg.Feature >= 0 : leg.Name == null, "its name");
          True(leg.First == (i == 0 ? 0 : path.LegAt(i - 1).Last), "where it begins");
          cost += leg.Cost;
        }
        True(Math.Abs(cost - path.Cost) < 1e-9 && path.Cost > path.Length, "its cost");
      }
      double least = answer[0].Cost;
      Measures[] measures = query.Measure(answer);
      for (int i = 0; i < 3; i++)
        True(Math.Abs(measures[i].LengthRatio - answer[i].Cost / least) < 1e-9 && measures[i].Loop >= 1, "measures over links");
      var byName = new Request { FromFloor = "0", ToFloor = "1", FromLevel = 7, Paths = 1 };
      True(query.Paths(new Point(1, 1), new Point(39, 1), byName)[0].Cost == least, "floors by name");
      double asGroup = 0;
      query.Group(new[] { new Point(1, 1) }, new Point(39, 1), (i, one, chosen) => { asGroup = one[0].Cost; return true; }, byName);
      Equal(least, asGroup);
      byName.ToFloor = "attic";
      Fails(Status.Argument, "no such level", () => query.Paths(new Point(1, 1), new Point(39, 1), byName));
      Fails(Status.Argument, "zero", () => byName.FromFloor = "a\0b");
      using (var shut = index.Obstacles(Change.Close(answer[0].LegAt(1).Name)))
      using (var jump = shut.Change(Change.AddLink(new Point(2, 1), new Point(38, 1), 1, name: "jump").OnFloor("0", "1"),
        Change.AddCircle(new Point(30, 5), 1, "fire").OnFloor("1")))
      {
        var request = new Request { FromLevel = 0, ToLevel = 1, Obstacles = shut, Paths = 1 };
        True(query.Paths(new Point(1, 1), new Point(39, 1), request)[0].Cost > least, "a link is closed");
        request.Obstacles = jump;
        answer = query.Paths(new Point(1, 1), new Point(39, 1), request);
        True(answer[0].Cost == 3 && answer[0].LegAt(1).Name == "jump", "a link is added");
        True(jump.Find("fire").Centre == new Point(80, 5), "an area on a floor");
      }
    }
  }

  static void TestGroups()
  {
    using (var index = Index.Open(At("caves.pathfan")))
    using (var query = index.Query())
    using (var alone = index.Query())
    {
      Point[] units = Places(index, 60, 3);
      var goal = new Point(155, 50);
      var request = new Request { Paths = 4, Snap = 5 };
      var chosen = new List<int>();
      query.Group(units, goal, (unit, answer, choice) =>
      {
        Equal(chosen.Count, unit);
        Same(alone.Paths(units[unit], goal, request), answer);
        True(answer.Count == 0 ? choice == -1 : choice >= 0 && choice < answer.Count, "a path of the unit's");
        chosen.Add(choice);
        return true;
      }, request, new Shares(7));
      Equal(units.Length, chosen.Count);
      True(chosen.Distinct().Count() > 2, "units spread");

      // In parts with the same shares, the same as all at once; and in the other direction.
      var shares = new Shares(7);
      var again = new List<int>();
      Visit add = (unit, answer, choice) => { again.Add(choice); return true; };
      query.Group(units.Take(25).ToArray(), goal, add, request, shares);
      query.Group(units.Skip(25).ToArray(), goal, add, request, shares);
      True(chosen.SequenceEqual(again), "parts");
      query.Group(goal, units, (unit, answer, choice) =>
      {
        Same(alone.Paths(goal, units[unit], request), answer);
        Equal(-1, choice);
        return unit < 9;
      }, request);
      query.Group(new Point[0], goal, (unit, answer, choice) => throw new Exception("nobody"));

      // An exception from a visit reaches the caller, and the query remains usable.
      int seen = 0;
      Fails<ApplicationException>("enough", () => query.Group(units, goal, (unit, answer, choice) =>
      {
        if (++seen == 3) throw new ApplicationException("enough");
        return true;
      }));
      Equal(3, seen);
      Fails<InvalidOperationException>("another call", () => query.Group(units, goal,
        (unit, answer, choice) => query.Distance(goal, goal) == 0));
      Fails(Status.Argument, "unit 1: .*finite", () => query.Group(
        new[] { goal, new Point(double.NaN, 1) }, goal, (unit, answer, choice) => true));
      Equal(0.0, query.Distance(goal, goal));
    }
  }

  static void TestOtherQuestions()
  {
    using (var index = Index.Open(At("campus.pathfan")))
    using (var query = index.Query())
    {
      IndexInfo info = index.Info;
      Equal("campus.geojson", info.Map);
      Equal(3, info.FormatMajor);
      Equal((ulong)new FileInfo(At("campus.pathfan")).Length, info.Bytes);
      True(info.Vertices > 10 && info.Polygons > 10 && info.Components >= 1 && info.Width > 100, "info");
      Equal(info.Vertices, index.Vertex(info.Vertices - 1) == index.Vertex(0) ? -1 : info.Vertices);
      Fails(Status.Argument, "", () => index.Vertex(info.Vertices));

      Point from = new Point(5, 10), to = new Point(290, 160);
      Answer answer = query.Paths(from, to);
      Equal(3, answer.Count);
      Measures[] measures = query.Measure(answer);
      Equal(3, measures.Length);
      Equal(1.0, measures[0].LengthRatio);
      Equal(1.0, measures[0].LocalOptimality);
      True(Math.Abs(answer[1].Length / answer[0].Length - measures[1].LengthRatio) < 1e-12, "ratio");
      True(measures.All(m => m.Similarity >= 0 && m.Nearness >= m.Similarity), "measures");
      Equal(0, query.Measure(new Answer()).Length);

      Point[] goals = Places(index, 50, 4);
      double[] lengths = query.Distances(from, goals);
      for (int i = 0; i < goals.Length; i++) Equal(query.Distance(from, goals[i]), lengths[i]);
      True(lengths.Any(l => l < double.PositiveInfinity), "lengths");
      var some = new double[50];
      query.Distances(from, goals, 20, some);
      True(some.Take(20).SequenceEqual(lengths.Take(20)) && some.Skip(20).All(l => l == 0), "the first 20");

      Equal(from, query.NearestFree(from, 1).Value);
      True(query.NearestFree(new Point(-500, 10), 1) == null, "nothing is near");
      CheckPlaces(index, query, from, answer);
      Sight sight = query.Visible(from);
      True(sight.IsFree && sight.Used == from && sight.Polygon >= 0, "sight");
      True(sight.Vertices.Length > 0 && sight.Vertices.SequenceEqual(sight.Vertices.OrderBy(v => v)), "ascending");
      Point corner = index.Vertex(sight.Vertices[0]);
      double dx = corner.X - from.X, dy = corner.Y - from.Y;
      True(Math.Abs(query.Distance(from, corner) - Math.Sqrt(dx * dx + dy * dy)) < 1e-9, "it is seen");
      False(query.Visible(new Point(-500, 0)).IsFree, "off the map");
      Equal("0.2.", Index.LibraryVersion.Substring(0, 4));

      var chosen = Enumerable.Range(0, 300).Select(seed => answer.Choose((ulong)seed)).ToArray();
      True(chosen.Distinct().OrderBy(c => c).SequenceEqual(new[] { 0, 1, 2 }), "each is chosen");
      Equal(-1, new Answer().Choose(1));
    }
  }

  static void TestForms()
  {
    using (var index = Index.Open(At("rooms.pathfan")))
    using (var query = index.Query())
    {
      Answer answer = query.Paths(new Point(2, 2), new Point(80, 60));
      Pathfan.Path path = answer[0];
      Point[] points = path.Points.ToArray();
      True(points.SequenceEqual(path.Points) && path.Points.AsSpan().ToArray().SequenceEqual(points), "points");
      var room = new Point[points.Length + 1];
      path.Points.CopyTo(room, 1);
      True(room.Skip(1).SequenceEqual(points), "a copy");
      Fails<ArgumentException>("", () => path.Points.CopyTo(new Point[points.Length - 1]));
      Fails<ArgumentOutOfRangeException>("", () => answer[3].Length.ToString());
      Fails<ArgumentOutOfRangeException>("", () => path.Points[points.Length].ToString());
      Fails<ArgumentOutOfRangeException>("", () => path.Points[-1].ToString());
      Equal(3, answer.Select(p => p.Length).Count());
      Equal("2,2", points[0].ToString());
      // The default separation is that of the command's requests.
      var request = new Request();
      Equal(0.02, request.SeparationShare);
      request.Separation = 0;
      Equal(0.0, request.SeparationShare);
      request.Separation = 3;
      Equal(0.02, request.SeparationShare);
      request.SeparationShare = 0.1;
      request.Separation = 0;
      Equal(0.1, request.SeparationShare);
      // By similarity: similar paths come last.
      request = new Request { Objective = new Objective { Similarity = 2, Length = 0.5 } };
      Equal(2.0, request.Objective.Similarity);
      Equal(0.5, request.Objective.Length);
      Equal(answer[0].Length, query.Paths(new Point(2, 2), new Point(80, 60), request)[0].Length);
    }
  }

  static void TestThreads()
  {
    using (var index = Index.Open(At("rooms.pathfan")))
    {
      Point[] from = Places(index, 300, 5), to = Places(index, 300, 6);
      var request = new Request { Paths = 4 };
      var wanted = new Answer[300];
      using (var query = index.Query())
        for (int i = 0; i < 300; i++) wanted[i] = query.Paths(from[i], to[i], request);
      var errors = new List<Exception>();
      var threads = Enumerable.Range(0, 4).Select(number => new Thread(() =>
      {
        try
        {
          using (var query = index.Query())
          {
            var answer = new Answer();
            for (int i = 0; i < 300; i++)
            {
              query.Paths(from[i], to[i], request, answer);
              Same(wanted[i], answer);
            }
          }
        }
        catch (Exception e) { lock (errors) errors.Add(e); }
      })).ToArray();
      foreach (Thread thread in threads) thread.Start();
      foreach (Thread thread in threads) thread.Join();
      True(errors.Count == 0, errors.Count > 0 ? errors[0].ToString() : "");
    }
  }

  static void TestReload()
  {
    string at = At("level");
    File.Copy(At("rooms.pathfan"), at, true);
    using (var index = Index.Open(at))
    using (var query = index.Query())
    {
      False(index.IsStale, "fresh");
      False(index.Reload(), "nothing new");
      Equal("rooms.map", index.Info.Map);
      Equal(0, index.Ignored.Count);
      Equal(1u, query.Paths(new Point(2, 2), new Point(80, 60)).Generation);
      File.Copy(At("caves.pathfan"), at + ".new", true);
      File.Delete(at);
      File.Move(at + ".new", at);
      True(index.IsStale, "stale");
      True(index.Reload(), "another");
      Equal("caves.map", index.Info.Map);
      Answer answer = query.Paths(new Point(4, 50), new Point(155, 50));
      Equal(2u, answer.Generation);
      using (var caves = Index.Open(At("caves.pathfan")))
      using (var other = caves.Query())
        Equal(other.Distance(new Point(4, 50), new Point(155, 50)), answer[0].Length);
      File.Delete(at);
      File.WriteAllText(at, "no index");
      Fails(Status.NotIndex, "level", () => index.Reload());
      Equal(answer[0].Length, query.Distance(new Point(4, 50), new Point(155, 50)));
    }
    using (var index = Index.Open(File.ReadAllBytes(At("rooms.pathfan"))))
      False(index.IsStale || index.Reload(), "in memory");
  }

  // ---- What fails ----

  static void TestFiles()
  {
    Fails(Status.Io, "nowhere.*No such file", () => Index.Open(At("nowhere")));
    Fails(Status.NotIndex, "caves.map: is not a pathfan index", () => Index.Open(At("caves.map")));
    Fails(Status.NotIndex, "^nothing: is not", () => Index.Open(new byte[100], "nothing"));
    Fails(Status.NotIndex, "", () => Index.Open(new byte[0]));
    Fails(Status.Version, "grid.old: has format 2.3, this program reads format 3", () => Index.Open(At("grid.old")));
    Fails(Status.Argument, "zero character", () => Index.Open(At("caves.map") + "\0.pathfan"));
    Fails<ArgumentNullException>("path", () => Index.Open((string)null));
    Fails<ArgumentNullException>("data", () => Index.Open((byte[])null));
    Fails<ArgumentNullException>("name", () => Index.Open(new byte[1], null));
    byte[] data = File.ReadAllBytes(At("rooms.pathfan"));
    Fails(Status.Damaged, "", () => Index.Open(data.Take(data.Length / 2).ToArray()));
    data[data.Length / 2] ^= 1;
    File.WriteAllBytes(At("broken"), data);
    Fails(Status.Damaged, "broken: ", () =>
    {
      using (var index = Index.Open(At("broken"), new OpenOptions { Policy = OpenPolicy.Eager })) index.Verify();
    });
    Fails(Status.Damaged, "index: ", () => { using (var index = Index.Open(data)) index.Verify(); });

    // Names beyond ASCII, an index in a larger file, a private copy.
    File.Copy(At("rooms.pathfan"), At("höhle ☃.pathfan"), true);
    data[data.Length / 2] ^= 1;
    using (var pack = File.Create(At("pack")))
    {
      pack.Write(new byte[100], 0, 100);
      pack.Write(data, 0, data.Length);
      pack.Write(new byte[10], 0, 10);
    }
    var part = new OpenOptions { Offset = 100, Bytes = (ulong)data.Length, PrivateCopy = true, Prefetch = true };
    using (var one = Index.Open(At("höhle ☃.pathfan")))
    using (var other = Index.Open(At("pack"), part))
    using (var a = one.Query())
    using (var b = other.Query())
      Same(a.Paths(new Point(2, 2), new Point(80, 60)), b.Paths(new Point(2, 2), new Point(80, 60)));
    Fails(Status.Argument, "policy", () => Index.Open(At("rooms.pathfan"), new OpenOptions { Policy = (OpenPolicy)9 }));
  }

  static void TestMemoryIsCopied()
  {
    byte[] data = File.ReadAllBytes(At("rooms.pathfan"));
    Point from = new Point(2, 2), to = new Point(80, 60);
    using (var index = Index.Open(data))
    using (var query = index.Query())
    {
      double wanted = query.Distance(from, to);
      Array.Clear(data, 0, data.Length);
      using (var other = index.Query()) Equal(wanted, other.Distance(from, to));
      index.Verify();
    }
    Fails(Status.Argument, "no offset", () => Index.Open(data, "rooms", new OpenOptions { Offset = 64 }));
  }

  static void TestRequests()
  {
    using (var index = Index.Open(At("rooms.pathfan")))
    using (var query = index.Query())
    {
      Point from = new Point(2, 2), to = new Point(80, 60), nan = new Point(double.NaN, 1);
      var kept = query.Paths(from, to);
      double length = kept[0].Length;
      Fails(Status.Argument, "stretch", () => query.Paths(from, to, new Request { Stretch = 0.5 }, kept));
      Equal(length, kept[0].Length); // unchanged
      Fails(Status.Argument, "paths", () => query.Paths(from, to, new Request { Paths = 0 }));
      Fails(Status.Argument, "dissimilarity", () => query.Paths(from, to, new Request { Dissimilarity = double.NaN }));
      Fails(Status.Argument, "effort", () => query.Paths(from, to, new Request { Effort = (Effort)7 }));
      Fails(Status.Argument, "finite", () => query.Paths(nan, to));
      Fails(Status.Argument, "", () => query.Distance(from, nan));
      Fails(Status.Argument, "", () => query.Distances(from, new[] { to, nan }));
      Fails(Status.Argument, "", () => query.NearestFree(nan, 1));
      Fails(Status.Argument, "", () => query.Visible(nan));
      Fails<ArgumentNullException>("answer", () => query.Paths(from, to, null, null));
      Fails<ArgumentNullException>("to", () => query.Distances(from, null));
      Fails<ArgumentNullException>("from", () => query.Group(null, to, (u, a, c) => true));
      Fails<ArgumentNullException>("visit", () => query.Group(from, new[] { to }, null));
      Fails<ArgumentNullException>("answer", () => query.Measure(null));
      Fails<ArgumentOutOfRangeException>("count", () => query.Distances(from, new Point[3], 3, new double[2]));
      Equal(length, query.Paths(from, to)[0].Length); // still usable
    }
  }

  static void CheckPlaces(Index index, Query query, Point from, Answer answer)
  {
    Point[] path = answer[0].Points.ToArray();
    Hit ray = query.Ray(from, path[1]);
    True(!ray.Found && ray.At == path[1] && ray.Outcome == Outcome.Ok, "the first leg is free");
    True(query.Ray(from, new Point(-500, from.Y)).Normal.X > 0, "the border looks to the right");
    Equal(Outcome.StartBlocked, query.Ray(new Point(-500, 0), from).Outcome);
    True(query.Wall(from).Found && query.Wall(from).Distance > 0, "a wall");
    Equal(path[1], query.Move(from, path[1]).At);
    var middle = new Point((from.X + path[1].X) / 2, (from.Y + path[1].Y) / 2);
    using (Obstacles fire = index.Obstacles(Change.AddCircle(middle, 0.5, "fire")))
    using (Obstacles open = fire.Change(Change.Open("fire")))
    {
      Equal(fire.Ids[0], query.Ray(from, path[1], fire).Obstacle);
      True(query.Move(from, path[1], fire).Found, "it is in the way");
      Equal(-1, query.Check(path).Leg);
      True(query.Check(path).StillShortest, "the shortest still");
      Checked told = query.Check(path, fire);
      True(told.Leg == 0 && !told.StillShortest && told.Hit.Obstacle == fire.Ids[0], "blocked");
      True(query.Check(path, open, fire.Version).Leg == -1, "opened");
      False(query.Check(path, open, fire.Version).StillShortest, "nobody knows");
      Point drawn = query.Random(from, 20, 3, fire).Value;
      Equal(drawn, query.Random(from, 20, 3, fire).Value);
      True(query.Distance(from, drawn) <= 20, "it is near");
      True(query.Random(new Point(-500, 0), 0, 3) == null, "from nowhere");
      Fails(Status.Argument, "at least one", () => query.Check(new Point[0]));
      Fails(Status.Argument, "radius", () => query.Wall(from, -1));
    }
  }

  static void TestObstacles()
  {
    using (var index = Index.Open(At("rooms.pathfan")))
    using (var query = index.Query())
    using (var other = Index.Open(At("rooms.pathfan")))
    using (var ofOther = other.Query())
    {
      Point from = new Point(2, 2), to = new Point(88, 66);
      var request = new Request { Paths = 1, Snap = 5 };
      Answer plain = query.Paths(from, to, request);
      Point a = plain[0].Points[1], b = plain[0].Points[2];
      Point middle = new Point((a.X + b.X) / 2, (a.Y + b.Y) / 2);
      var corners = new[] { new Point(0, 0), new Point(1, 0), new Point(0, 1) };
      Obstacles wall = index.Obstacles(Change.AddCircle(middle, 1, "wall"),
        Change.AddPolygon(corners, null, false));
      Equal(2, wall.Count);
      Equal(1ul, wall.Version);
      True(wall.Ids.SequenceEqual(new long[] { 1, 2 }), "ids");
      request.Obstacles = wall;
      Answer round = query.Paths(from, to, request);
      True(round[0].Length > plain[0].Length, "a longer way");
      Obstacles opened = wall.Change(Change.Open("wall"), Change.Close(2));
      request.Obstacles = opened;
      Same(plain, query.Paths(from, to, request));
      request.Obstacles = wall;
      Same(round, query.Paths(from, to, request));
      int units = 0;
      query.Group(new[] { from, from }, to, (unit, answer, chosen) =>
      {
        Same(round, answer);
        units++;
        return true;
      }, request);
      Equal(2, units);
      Equal("wall", opened.Find("wall").Name);
      Equal(middle, opened.Find(1).Centre);
      False(opened.Find(1).IsClosed || opened.Find(1).IsDoor, "closed");
      True(opened.All()[1].IsClosed && opened.All()[1].Corners.SequenceEqual(corners), "a polygon");
      True(opened.Find("fire") == null && opened.Find(7) == null, "nothing else");
      Equal(1, opened.Change(Change.Remove("wall")).Count);
      Fails(Status.Argument, "no area named fire", () => wall.Change(Change.Remove("fire")));
      Fails(Status.Argument, "already", () => wall.Change(Change.AddCircle(middle, 1, "wall")));
      Fails(Status.Argument, "three corners", () => Change.AddPolygon(new Point[2]));
      Fails(Status.Argument, "zero character", () => Change.Open("a\0b"));
      Fails(Status.Argument, "rebase", () => ofOther.Paths(from, to, request));
      using (Obstacles moved = wall.Rebase(other))
        Same(round, ofOther.Paths(from, to, new Request { Paths = 1, Snap = 5, Obstacles = moved }));
      wall.Dispose();
      wall.Dispose();
      Fails<ObjectDisposedException>("", () => query.Paths(from, to, request));
      Fails<ObjectDisposedException>("", () => wall.Change());
      request.Obstacles = null;
      Same(plain, query.Paths(from, to, request)); // still usable
    }
  }

  static void TestDisposed()
  {
    var index = Index.Open(At("rooms.pathfan"));
    var query = index.Query();
    Point from = new Point(2, 2), to = new Point(80, 60);
    double length = query.Distance(from, to);
    index.Dispose();
    index.Dispose();
    Fails<ObjectDisposedException>("", () => index.Query());
    Fails<ObjectDisposedException>("", () => index.Info.ToString());
    Fails<ObjectDisposedException>("", () => index.Verify());
    Fails<ObjectDisposedException>("", () => index.Reload());
    Equal(length, query.Distance(from, to)); // the query holds the index
    query.Dispose();
    query.Dispose();
    Fails<ObjectDisposedException>("", () => query.Distance(from, to));
    Fails<ObjectDisposedException>("", () => query.Paths(from, to));
    Fails<ObjectDisposedException>("", () => query.Distance(from, to)); // rather than busy
  }

  // ---- What is left behind ----

  static void TestNothingStaysOpen()
  {
    Func<int> open = () => Directory.GetFiles("/proc/self/fd").Count(IsOfRandom);
    using (File.OpenRead(At("random.pathfan"))) Equal(1, open()); // an open file would be noticed
    for (int i = 0; i < 500; i++)
      using (var index = Index.Open(At("random.pathfan")))
      using (var query = index.Query())
      {
        query.Distance(new Point(2, 2), new Point(70, 70));
        True(Mapped("random.pathfan") > 0, "it is mapped");
      }
    Equal(0, Mapped("random.pathfan"));
    Equal(0, open());
  }

  // No code disposes of these; the collector finds them, except those that old stacks seem to hold.
  static void TestCollected()
  {
    const int count = 200;
    var thread = new Thread(() => Abandon(count));
    thread.Start();
    thread.Join();
    for (int i = 0; i < 5; i++)
    {
      GC.Collect();
      GC.WaitForPendingFinalizers();
    }
    int left = Mapped("/abandoned.");
    True(left < count / 2, left + " are left of " + count);
  }

  [MethodImpl(MethodImplOptions.NoInlining)]
  static void Abandon(int count)
  {
    for (int i = 0; i < count; i++)
    {
      // Copies of the file, because all indexes of one file share its mapping.
      string at = At("abandoned." + i);
      File.Copy(At("random.pathfan"), at, true);
      Index.Open(at).Query().Distance(new Point(2, 2), new Point(70, 70));
      File.Delete(at);
    }
    True(Mapped("/abandoned.") > 0, "they are mapped");
  }

  static bool IsOfRandom(string link)
  {
    var target = new byte[4096];
    long length = readlink(link, target, (UIntPtr)4096);
    return length > 0 && Encoding.UTF8.GetString(target, 0, (int)length).Contains("random.pathfan");
  }

  [DllImport("libc", CharSet = CharSet.Ansi)]
  static extern long readlink(string path, byte[] target, UIntPtr bytes);

  static int Mapped(string name)
  {
    return File.ReadAllLines("/proc/self/maps").Count(line => line.Contains(name));
  }

  static void TestNoGarbage()
  {
    using (var index = Index.Open(At("random.pathfan")))
    using (var query = index.Query())
    {
      Point[] from = Places(index, 100, 8), to = Places(index, 100, 9);
      var lengths = new double[100];
      var request = new Request();
      var answer = new Answer();
      Action ask = () =>
      {
        double sum = 0;
        for (int i = 0; i < 100; i++)
        {
          query.Paths(from[i], to[i], request, answer);
          foreach (Pathfan.Path path in answer)
            foreach (Point point in path.Points)
              sum += point.X + path.Length;
          query.Distance(from[i], to[i]);
        }
        query.Distances(from[0], to, 100, lengths);
        True(sum > 0, "answers");
      };
      ask();
      GC.Collect();
      int before = GC.CollectionCount(0);
      for (int i = 0; i < 1000; i++) ask(); // 64 bytes each would be 6.4 MB; generation 0 has 4
      Equal(before, GC.CollectionCount(0));
    }
  }

  static int SayVersion()
  {
    var said = new HashSet<string>();
    foreach (Action call in new Action[] { () => Index.Open("nowhere"), () => Index.Open(new byte[9]),
      () => new Request() })
      try { call(); }
      catch (PathfanException e) { said.Add(e.Status + ": " + e.Message); }
    Console.WriteLine(string.Join("; ", said));
    return 0;
  }
}
