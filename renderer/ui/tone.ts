/**
 * Meaning that determines a colour. Orange is for working, yellow for user action needed, and green for done. Red is for failed, blue for
 * on hold, and purple for unknown.
 */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
