import { say } from '../../../shared/i18n/say.ts'
import type { UnfinishedTaskCounts } from './unfinished-task-state.ts'
import { runningTaskCount } from './unfinished-task-state.ts'

/** Returns the tray's status line, such as "3 running · 1 needs attention". */
export function trayStatusText(counts: UnfinishedTaskCounts): string {
  const running = runningTaskCount(counts)
  const parts = [
    running > 0 && say('{count, number} running', { count: running }),
    counts.waiting > 0 && say('{count, number} waiting', { count: counts.waiting }),
    counts.asking > 0 && say('{count, plural, one {# needs} other {# need}} attention', { count: counts.asking })
  ].filter((part) => part !== false)
  return parts.length === 0 ? say('Nothing is running') : parts.join(' · ')
}
