import type { JumpListCategory } from 'electron'
import { linkToView, type DeepLinkView } from '../../../shared/app/deep-link.ts'
import { shortcuts } from '../../../shared/app/shortcuts.ts'
import { say } from '../../../shared/i18n/say.ts'

const places: readonly { readonly place: DeepLinkView; readonly words: string }[] = [
  { place: 'gallery', words: shortcuts.app.newTask.does },
  { place: 'queue', words: shortcuts.app.queue.does },
  { place: 'library', words: shortcuts.app.library.does }
]

/**
 * Returns Kiln's jump list for the Windows taskbar. It contains recent files, which Windows tracks itself, and links to Kiln's views. Links
 * never start an action, because any program can create such a link. `program`: path of Kiln's executable.
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
        // Arguments after `--` are never parsed as switches.
        args: `-- ${linkToView(place)}`,
        iconPath: program,
        iconIndex: 0
      }))
    }
  ]
}
