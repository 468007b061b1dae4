import { useCallback } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'

/**
 * Returns a function that copies a text to the clipboard. The function then tells screen readers whether the text was copied. The function
 * is stable.
 */
export function useCopyText(): (text: string) => void {
  const announce = useAnnounce()
  return useCallback(
    (text) => void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy'))),
    [announce]
  )
}
