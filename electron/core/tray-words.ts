import { say } from '../../shared/words/say.ts'
import type { WorkCounts } from './work-under-way.ts'
import { runningCount } from './work-under-way.ts'

/** One line of how things stand: "3 running · 1 needs you". */
export function standingWords(counts: WorkCounts): string {
  const running = runningCount(counts)
  const parts = [
    running > 0 && say('{count, number} running', { count: running }),
    counts.waiting > 0 && say('{count, number} waiting', { count: counts.waiting }),
    counts.asking > 0 && say('{count, plural, one {# needs you} other {# need you}}', { count: counts.asking })
  ].filter((part) => part !== false)
  return parts.length === 0 ? say('Nothing is running') : parts.join(' · ')
}
