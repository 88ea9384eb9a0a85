import { useEffect, useState } from "react";

/** Between the last key and what the typed text asks of the server, in milliseconds. */
const PAUSE_MS = 250;

/** A text once nobody has changed it for {@link PAUSE_MS}. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
