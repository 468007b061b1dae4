/** Colour by meaning. Orange is working, yellow needs the user, green is done, red is failed, blue is on hold and purple is unknown. */
export type Tone = 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown' | 'accent'
