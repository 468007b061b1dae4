import { useEffect, useState } from 'react'
import type { FormerFolderResults } from '../../shared/library/library.ts'
import { joinNames, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { moveFromFormerFolders } from '../media/library-undo.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

/**
 * Shows how many results are in former library folders, with a button that moves them. Loads the number on mount. Use the current folder as
 * React key, so that a folder change reloads the number.
 */
export function FormerFolders() {
  const [elsewhere, setElsewhere] = useState<FormerFolderResults | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const sayFailure = useFailureToast()
  const toast = useToast()
  const announce = useAnnounce()
  useEffect(() => {
    let isHere = true
    void request('library.inFormerFolders').then((outcome) => {
      if (isHere && outcome.ok) setElsewhere(outcome.value)
    })
    return () => {
      isHere = false
    }
  }, [])

  async function move(): Promise<void> {
    setIsMoving(true)
    const moved = await moveFromFormerFolders()
    const left = await request('library.inFormerFolders')
    setIsMoving(false)
    sayFailure(moved)
    if (left.ok) setElsewhere(left.value)
    if (!moved.ok) return
    const { count, failure } = moved.value
    const title = say('{count, plural, one {# file} other {# files}} moved', { count })
    announce(joinSentences(title, failure))
    if (failure !== null) toast({ title, description: failure, tone: 'failed', icon: 'warning' })
  }
  if (elsewhere === null || elsewhere.count === 0) return null
  return (
    <div role="group" aria-label={say('Results in other folders')}>
      <p className="small ink-2">
        {say(
          '{count, plural, one {# result is} other {# results are}} still in {folders}. Results stay in the library as long as their folder is available.',
          {
            count: elsewhere.count,
            folders: joinNames(elsewhere.folders)
          }
        )}
      </p>
      <Button busy={isMoving && say('Moving…')} onClick={() => void move()}>
        {say('Move results here')}
      </Button>
    </div>
  )
}
