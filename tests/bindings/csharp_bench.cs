// csharp_bench.cs - times requests by the C# package, as tests/bench/measure.c does in C: for each
// line of a scenario prints us, least of some passes, and the number of paths.
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Pathfan;

static class Bench
{
  internal static int Run(string[] arguments)
  {
    int passes = int.Parse(arguments[4]);
    var invariant = System.Globalization.CultureInfo.InvariantCulture;
    var lines = File.ReadAllLines(arguments[2]).Select(line => line.Split(' ', '\t')).Where(line => line.Length > 7)
      .Select(line => line.Skip(4).Take(4).Select(word => double.Parse(word, invariant)).ToArray()).ToArray();
    var best = Enumerable.Repeat(double.PositiveInfinity, lines.Length).ToArray();
    var found = new int[lines.Length];
    var request = new Request { Paths = int.Parse(arguments[3]), SeparationShare = 0 };
    var answer = new Answer();
    using (var index = Pathfan.Index.Open(arguments[1]))
    using (var query = index.Query())
      for (int pass = 0; pass < passes; pass++)
        for (int i = 0; i < lines.Length; i++)
        {
          Point from = new Point(lines[i][0], lines[i][1]), to = new Point(lines[i][2], lines[i][3]);
          long start = Stopwatch.GetTimestamp();
          query.Paths(from, to, request, answer);
          double spent = (Stopwatch.GetTimestamp() - start) * 1e6 / Stopwatch.Frequency;
          if (spent < best[i]) best[i] = spent;
          found[i] = answer.Count;
        }
    for (int i = 0; i < lines.Length; i++) Console.WriteLine(string.Format(invariant, "{0:0.000} {1}", best[i], found[i]));
    return 0;
  }
}
