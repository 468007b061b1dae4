/** Colour by meaning. Ember is working, gold needs you, and sage is done. Red is failed, slate is on hold, and mauve is unknown. */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
