import { z } from 'zod'
import { menuActionNames, type MenuItemName } from '../app/menu.ts'
import type { NotificationDestination } from '../app/notifications.ts'
import type { OpenRequest } from '../app/open-request.ts'
import type { UpdateStatus } from '../app/update.ts'
import { declareRequest } from './request.ts'

export type AppInfo = {
  readonly version: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  /** Languages available for spell checking, such as `en-US`. Empty if the system checks spelling. */
  readonly spellingLanguages: readonly string[]
}

/** Maximum coordinate of a menu, in CSS pixels. Larger than any window. */
const mostPixels = 32_768

export const appRequests = {
  'app.info': declareRequest().returns<AppInfo>(),
  /** Confirms `app.closing`: the page has sent all pending data. */
  'app.closingHeard': declareRequest(),
  'clipboard.writeText': declareRequest(z.object({ text: z.string().max(200_000) })),
  /** Returns the destination of a clicked notification once, then null. Null if no notification was clicked. */
  'notifications.takeTarget': declareRequest().returns<NotificationDestination | null>(),
  /** Enables the menu items that apply to the current selection. */
  'menu.offer': declareRequest(z.object({ actions: z.array(z.enum(menuActionNames)).max(menuActionNames.length) })),
  /** Opens the app menu at this position in the page, in CSS pixels. Resolves when the menu is closed. */
  'menu.open': declareRequest(
    z.object({
      x: z.number().min(0).max(mostPixels),
      y: z.number().min(0).max(mostPixels),
      by: z.enum(['pointer', 'keyboard'])
    })
  ),
  /** Returns the menu items chosen since the last call. */
  'menu.take': declareRequest().returns<readonly MenuItemName[]>(),
  /** Quits Kiln like the menu item does. Asks for confirmation if tasks are running or waiting, unless the user turned this off. */
  'menu.quit': declareRequest(),
  /** Returns links and files that the system passed to Kiln since the last call. */
  'arrivals.take': declareRequest().returns<readonly OpenRequest[]>(),
  /** Opens the system's own file dialog. Chosen files are treated as if they were opened with Kiln. */
  'arrivals.browse': declareRequest(),
  /** Returns the licences of all included software, as one text. */
  'app.licences': declareRequest().returns<string>(),
  'updates.state': declareRequest().returns<UpdateStatus>(),
  /** Checks for updates now. Resolves when the result is known. */
  'updates.check': declareRequest().returns<UpdateStatus>(),
  /** Allows Kiln to download the available update. */
  'updates.download': declareRequest().returns<UpdateStatus>(),
  /** Installs the downloaded update and restarts Kiln. */
  'updates.restart': declareRequest().returns<UpdateStatus>()
}

export type AppEvents = {
  'updates.changed': UpdateStatus
  /** A notification was clicked. `notifications.takeTarget` returns its target. */
  'notifications.clicked': null
  /** A link was followed or a file opened with Kiln. `arrivals.take` returns it. */
  'arrivals.came': null
  /** An item was chosen in the app, dock or tray menu. `menu.take` returns it. */
  'menu.chosen': null
  /** Kiln is about to close. It closes as soon as the page sends `app.closingHeard`. */
  'app.closing': null
}
