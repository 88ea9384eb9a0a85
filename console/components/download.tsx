import { useMutation } from "@tanstack/react-query";
import { Button, ErrorNotice } from "./page.tsx";

interface DownloadButtonProps {
  readonly label: string;
  /** What is downloaded, for screen readers: several buttons of a page have one label. */
  readonly what?: string;
  readonly file: string;
  /** Makes or reads the file. */
  readonly content: () => Promise<Blob>;
}

/** Saves a file that the page makes or reads; says what went wrong beside it. */
export function DownloadButton({ label, what, file, content }: DownloadButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => save(await content(), file) });
  return (
    <>
      <Button
        small
        disabled={isPending}
        onClick={() => mutate()}
        aria-label={what === undefined ? label : `${label}: ${what}`}
      >
        {isPending ? "One moment …" : label}
      </Button>
      <ErrorNotice error={error} />
    </>
  );
}

/** The file's URL must outlive the click: some browsers begin to read it later. */
const READ_WITHIN_MS = 60_000;

function save(content: Blob, file: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}

/** A text as a file. */
export function textFile(content: string, type: "text/csv" | "application/json"): Blob {
  return new Blob([content], { type: `${type};charset=utf-8` });
}
