/**
 * Meaning that determines a colour. Orange is for working, yellow for user action needed, green for done, red for failed, blue for on hold
 * and purple for unknown.
 */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
