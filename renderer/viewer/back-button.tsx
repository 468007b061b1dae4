import { shortcutWords } from '../bridge/shortcut-words.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return <IconButton label="Back" icon="chevron-left" shortcut={shortcutWords('viewer', 'back')} tooltipSide="bottom" onClick={onBack} />
}
