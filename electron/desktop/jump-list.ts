import type { JumpListCategory } from 'electron'
import { linkToPlace, type PlaceName } from '../../shared/deep-link.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/words/say.ts'

const places: readonly { readonly place: PlaceName; readonly words: string }[] = [
  { place: 'gallery', words: shortcuts.app.newTask.does },
  { place: 'queue', words: shortcuts.app.queue.does },
  { place: 'library', words: shortcuts.app.library.does }
]

/**
 * What Windows shows over Kiln's button in the taskbar: files of late, which it knows itself, and places. A place is a link like any that
 * somebody else could write: it leads there and does nothing. `program`: Kiln's own.
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
        // What stands after the dashes is no switch, whatever it looks like.
        args: `-- ${linkToPlace(place)}`,
        iconPath: program,
        iconIndex: 0
      }))
    }
  ]
}
