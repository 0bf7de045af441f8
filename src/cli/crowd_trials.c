/* crowd_trials.c - pathfan crowd --paper, --unseen and --standards. */
#include "evaluate/crowd_trials.h"

#include "cli/crowd.h"
#include "command/progress.h"
#include "evaluate/crowd_standards.h"

#define AGENTS 12000 /* the paper's */

int cli_crowd_trials(const cli_crowd_experiment *experiment) {
  cli_progress progress;
  pf_trials_result result;
  pathfan_error error;
  cli_progress_start(&progress, experiment->is_quiet);
  const pf_trials_options options = {
      .out = experiment->out,
      .command = experiment->command_line,
      .paper = experiment->paper,
      .unseen = experiment->unseen,
      .maps = experiment->maps,
      .map_count = experiment->map_count,
      .repeats = experiment->repeats,
      .jobs = experiment->jobs,
      .agents = experiment->agents ? experiment->agents : AGENTS,
      .seed = experiment->seed,
      .text = stdout,
      .progress = cli_progress_report,
      .context = &progress,
  };
  const pathfan_status status = pf_trials(&options, &result, &error);
  cli_progress_end(&progress);
  if (status) return cli_failure(status, error.text);
  printf("%s%s/report.html%s: %d runs", cli_bold(), options.out, cli_plain(), result.trials);
  if (result.reused) printf(" (%d from an earlier run)", result.reused);
  putchar('\n');
  return CLI_OK;
}

int cli_crowd_standards(const char *out, uint64_t seed, const int32_t *numbers, int32_t count) {
  const pf_standards_options options = {
      .out = out, .text = stdout, .numbers = numbers, .count = count, .seed = seed};
  pf_standards_result result;
  pathfan_error error = {""};
  const pathfan_status status = pf_standards(&options, &result, &error);
  if (status) return cli_failure(status, error.text);
  printf("%d of %d are met\n", result.met, result.rows);
  if (out) printf("%s%s/report.html%s\n", cli_bold(), out, cli_plain());
  return result.met == result.rows ? CLI_OK : CLI_NO_ANSWER;
}
