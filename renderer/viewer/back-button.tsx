import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <IconButton label={say('Back')} icon="chevron-left" shortcut={shortcutWords('viewer', 'back')} tooltipSide="bottom" onClick={onBack} />
  )
}
