import { useEffect, useState } from "react";

/** A text once nobody has changed it for so many milliseconds: before, it asks nothing of the server. */
export function usePaused(text: string, pauseMs = 250): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return paused;
}
