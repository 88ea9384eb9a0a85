/** What the training workflow asks of its activities: ids in, counts out. What a file says goes to Postgres alone. */
export interface TrainingRunActivities {
  /** Scores the uploaded file, or makes mock figures where there is none, and writes what came of it, once. */
  scoreTrainingRun(input: { training_id: string }): Promise<TrainingResult>;
  /** Fails the run, unless it has ended already. */
  failTrainingRun(input: { training_id: string; message: string }): Promise<TrainingResult>;
}

export interface TrainingResult {
  /** `failed`: the file cannot be scored. `terminal`: the run had ended before, and stays as it was. */
  readonly outcome: "completed" | "failed" | "terminal";
  /** Rows read from the file; 0 without one. */
  readonly rows: number;
}
