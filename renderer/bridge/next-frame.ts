/** Runs once before the next frame; also when the window is hidden, where frames never come. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(run, 50)
  else requestAnimationFrame(() => run())
}
