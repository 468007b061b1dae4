/** What a colour means: ember = working, gold = needs you, sage = done, red = failed, slate = held, mauve = not known. */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
