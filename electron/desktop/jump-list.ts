import type { JumpListCategory } from 'electron'
import { linkToView, type DeepLinkView } from '../../shared/deep-link.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'

const places: readonly { readonly place: DeepLinkView; readonly words: string }[] = [
  { place: 'gallery', words: shortcuts.app.newTask.does },
  { place: 'queue', words: shortcuts.app.queue.does },
  { place: 'library', words: shortcuts.app.library.does }
]

/**
 * Returns Kiln's jump list for the Windows taskbar. It has views, and recent files, which Windows tracks itself. Any program can create a
 * link to a view. Such a link therefore only navigates and runs no action. `program`: path of Kiln's executable.
 */
export function jumpList(program: string): JumpListCategory[] {
  return [
    { type: 'recent' },
    {
      type: 'tasks',
      items: places.map(({ place, words }) => ({
        type: 'task' as const,
        title: say(words),
        program,
        // Text after the dashes is never parsed as a switch.
        args: `-- ${linkToView(place)}`,
        iconPath: program,
        iconIndex: 0
      }))
    }
  ]
}
