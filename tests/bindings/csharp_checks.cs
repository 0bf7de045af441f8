// csharp_checks.cs - assertions shared by the tests of test_csharp.cs.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Pathfan;
using Index = Pathfan.Index;
using Path = System.IO.Path;

static partial class Test
{
  static string At(string name) { return Path.Combine(folder, name); }

  static Point[] Places(Index index, int count, int seed)
  {
    var draw = new Random(seed);
    IndexInfo info = index.Info;
    return Enumerable.Range(0, count).Select(i => new Point(info.X + draw.NextDouble() * info.Width,
      info.Y + draw.NextDouble() * info.Height)).ToArray();
  }

  static void True(bool holds, string what)
  {
    if (!holds) throw new Exception("not so: " + what);
  }

  static void False(bool holds, string what) { True(!holds, what); }

  static void Equal<T>(T wanted, T got)
  {
    if (!EqualityComparer<T>.Default.Equals(wanted, got))
      throw new Exception("wanted " + wanted + ", got " + got);
  }

  static void Same(Answer wanted, Answer got)
  {
    Equal(wanted.Outcome, got.Outcome);
    Equal(wanted.Reason, got.Reason);
    Equal(wanted.From, got.From);
    Equal(wanted.To, got.To);
    Equal(wanted.FromSnapped, got.FromSnapped);
    Equal(wanted.ToSnapped, got.ToSnapped);
    Equal(wanted.Count, got.Count);
    for (int i = 0; i < got.Count; i++)
    {
      Equal(wanted[i].Length, got[i].Length);
      Equal(wanted[i].IsFilled, got[i].IsFilled);
      True(wanted[i].Points.SequenceEqual(got[i].Points), "the same points");
    }
  }

  static void Fails<T>(string words, Action call) where T : Exception
  {
    try { call(); }
    catch (T e)
    {
      if (!System.Text.RegularExpressions.Regex.IsMatch(e.Message, words))
        throw new Exception("wanted: " + words + ", got: " + e.Message);
      return;
    }
    throw new Exception("nothing was thrown, where " + typeof(T).Name + " was wanted: " + words);
  }

  static void Fails(Status status, string words, Action call)
  {
    Fails<PathfanException>(words, () =>
    {
      try { call(); }
      catch (PathfanException e)
      {
        Equal(status, e.Status);
        True(e.Message.Length > 0, "a sentence");
        throw;
      }
    });
  }

  internal static string Snake(string name)
  {
    var text = new StringBuilder();
    foreach (char c in name)
    {
      if (char.IsUpper(c) && text.Length > 0) text.Append('_');
      text.Append(char.ToLowerInvariant(c));
    }
    return text.ToString();
  }
}
