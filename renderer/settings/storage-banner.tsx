import { useState } from 'react'
import type { StorageState } from '../../shared/storage.ts'
import type { Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useStorage } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { storageBannerOf } from './storage-words.ts'
import { useLibraryFolderChoice } from './use-library-folder-choice.ts'

/** What keeps results or the journal from being written, with its ways out; nothing when all can be. One for however many tasks. */
export function StorageBanner() {
  const storage = useStorage()
  const waiting = useTaskSummary(countWaitingToBeSaved)
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const { isChoosing, choose } = useLibraryFolderChoice()
  const [isLooking, setIsLooking] = useState(false)
  const facts = storage === null ? null : storageBannerOf(storage, waiting)
  if (facts === null) return null

  async function look() {
    setIsLooking(true)
    const outcome = await request('storage.lookAgain')
    setIsLooking(false)
    sayFailure(outcome)
    if (!outcome.ok) return
    keep(outcome.value)
    announce(storageBannerOf(outcome.value, waiting)?.title ?? say('It is there again. Everything goes on.'))
  }

  return (
    <Banner
      tone="held"
      icon="folder"
      title={facts.title}
      actions={
        <>
          <Button size="small" busy={isLooking && say('Looking')} onClick={() => void look()}>
            {say('Look again')}
          </Button>
          {facts.isLibrary && (
            <Button size="small" look="go" busy={isChoosing && say('Choosing')} onClick={() => void choose()}>
              {say('Choose another folder')}
            </Button>
          )}
        </>
      }
    >
      {facts.words}
    </Banner>
  )
}

function keep(value: StorageState): void {
  session.setState({ storage: { state: 'ready', value } })
}

function countWaitingToBeSaved(tasks: readonly Task[]): number {
  return tasks.reduce((count, { phase, failure }) => (phase === 'collecting' && failure !== null ? count + 1 : count), 0)
}
