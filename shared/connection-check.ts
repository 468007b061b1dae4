import { say, word } from './words/say.ts'

/** What is looked at, in this order. */
export const checkSteps = ['name', 'way', 'tcp', 'tls', 'answer', 'key', 'mcp', 'storage', 'clock'] as const
export type CheckStep = (typeof checkSteps)[number]

/** `skipped`: what it rests on failed before, or there is nothing to look at. */
export type CheckedStep = {
  readonly step: CheckStep
  readonly state: 'fine' | 'failed' | 'skipped'
  /** What was found, as a full sentence. */
  readonly words: string
  /** Null: nothing was done. */
  readonly tookInMs: number | null
}

/** Where the fault lies. */
export type Culprit = 'nobody' | 'computer' | 'network' | 'proxy' | 'service' | 'key'

export type ConnectionCheck = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly host: string
  readonly steps: readonly CheckedStep[]
  readonly culprit: Culprit
  /** One sentence: whose fault it is. */
  readonly verdict: string
  /** What to do; null: nothing. */
  readonly advice: string | null
}

/** What each step is called. */
export const checkStepWords: Readonly<Record<CheckStep, string>> = {
  name: word('Name'),
  way: word('Way'),
  tcp: word('Connection'),
  tls: word('Certificate'),
  answer: word('Answer'),
  key: word('API key'),
  mcp: word('MCP'),
  storage: word('Storage'),
  clock: word('Clock')
}

const stateMarks: Readonly<Record<CheckedStep['state'], string>> = { fine: '+', failed: '!', skipped: '-' }

/** All of it as text, to send to somebody; nothing secret is in it. */
export function checkText({ at, host, steps, verdict, advice }: ConnectionCheck): string {
  const lines = steps.map(({ step, state, words, tookInMs }) => {
    const time = tookInMs === null ? '' : ` ${tookInMs} ms`
    return `${stateMarks[state]} ${say(checkStepWords[step])}: ${words}${time}`
  })
  return [`${host} ${new Date(at).toISOString()}`, ...lines, verdict, ...(advice === null ? [] : [advice]), ''].join('\n')
}
