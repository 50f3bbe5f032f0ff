import {
  Database,
  FileUp,
  Globe,
  Layers,
  LayoutTemplate,
  Megaphone,
  Pencil,
  RefreshCw,
  Send,
  ShieldCheck,
  Trash2,
  Undo2,
  UserPen,
  Workflow,
  Zap,
  type LucideIcon,
} from '@lucide/vue'
import type { ActivityHead } from '../../../src-shared/bridge/activity'

/** What a path is about, by its beginning. */
const ofPath: readonly [string, LucideIcon][] = [
  ['/v1/send', Send],
  ['/v1/track', Zap],
  ['/v1/verify', ShieldCheck],
  ['/contacts', UserPen],
  ['/segments', Layers],
  ['/campaigns', Megaphone],
  ['/templates', LayoutTemplate],
  ['/workflows', Workflow],
  ['/domains', Globe],
]

/** What a title begins with, of jobs and runs. */
const ofTitle: readonly [string, LucideIcon][] = [
  ['Import', FileUp],
  ['Undo', Undo2],
  ['Verify', ShieldCheck],
  ['Check', ShieldCheck],
  ['Delete', Trash2],
  ['Read', Database],
]

/** The sign of an entry. */
export function iconOf({ kind, method, path, title, work }: ActivityHead): LucideIcon {
  if (method === 'DELETE') return Trash2
  const known = ofTitle.find(([begin]) => title.startsWith(begin))
  if (kind === 'run') return known?.[1] ?? (work === null ? RefreshCw : UserPen)
  return ofPath.find(([begin]) => path?.startsWith(begin))?.[1] ?? Pencil
}
