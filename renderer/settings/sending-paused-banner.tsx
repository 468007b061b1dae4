import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useSettings } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { waitsForResume } from '../tasks/waits-for-resume.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useChangeSettings } from './use-change-settings.ts'

/** Says that sending is paused, with a button that resumes sending. Renders nothing unless sending is paused. */
export function SendingPausedBanner() {
  const isPaused = useSettings()?.isSendingPaused ?? false
  const waiting = useTaskSummary(countWaiting)
  const change = useChangeSettings()
  if (!isPaused) return null
  return (
    <Banner
      tone="held"
      icon="held"
      title={say('Sending is paused')}
      actions={
        <Button size="small" variant="go" onClick={() => void change({ isSendingPaused: false })}>
          {say('Resume')}
        </Button>
      }
    >
      {joinSentences(
        waiting === 0
          ? say('New tasks wait until you resume.')
          : say('{waiting, plural, one {# task is waiting} other {# tasks are waiting}}.', { waiting }),
        say('Tasks you’ve already sent keep running.')
      )}
    </Banner>
  )
}

function countWaiting(tasks: readonly Task[]): number {
  return tasks.filter(waitsForResume).length
}
