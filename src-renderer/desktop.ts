import { inject, type InjectionKey } from 'vue'

/** Under this key an app provides what the desktop's preload script gave it. */
export const desktopKey: InjectionKey<PostroomDesktop | null> = Symbol('desktop')

/** What the desktop app does for this page; null in a browser. For use in setup. */
export function useDesktop(): PostroomDesktop | null {
  return inject(desktopKey, null)
}
