# Prints what design-figures.json holds, with R 4.2 and survey 4.1:
#   deno run -A test/engine/bank/district-survey.ts > districts.csv && Rscript test/engine/bank/design.R districts.csv
suppressMessages(library(survey))
d <- read.csv(commandArgs(TRUE)[1])
d$yes <- as.numeric(d$park == 1)
d$maybe <- as.numeric(d$park == 2)
d$no <- as.numeric(d$park == 3)
designs <- list(
  "clusters and strata" = svydesign(ids = ~block, strata = ~district, weights = ~w, data = d, nest = TRUE),
  "clusters" = svydesign(ids = ~block, weights = ~w, data = d),
  "strata" = svydesign(ids = ~1, strata = ~district, weights = ~w, data = d),
  "weights" = svydesign(ids = ~1, weights = ~w, data = d)
)
rows <- list("overall" = rep(TRUE, nrow(d)), "sex=female" = d$sex == "F", "race=black" = d$race == "black")
out <- c()
for (name in names(designs)) for (row in names(rows)) {
  m <- svymean(~yes + maybe + no, subset(designs[[name]], rows[[row]]))
  out <- c(out, sprintf('  "%s, %s": {"shares": [%s], "errors": [%s]}', name, row,
    paste(sprintf("%.8f", coef(m)), collapse = ", "), paste(sprintf("%.8f", SE(m)), collapse = ", ")))
}
cat("{\n", paste(out, collapse = ",\n"), "\n}\n", sep = "")
