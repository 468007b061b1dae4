/** Colour by meaning: ember = working, gold = needs you, sage = done, red = failed, slate = on hold, mauve = unknown. */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
