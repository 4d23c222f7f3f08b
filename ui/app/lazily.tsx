import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Skeleton } from "../parts/skeleton.tsx";

/** Returns a component that is loaded when it is first shown. */
export function lazily(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<ComponentType | null>(null);
  let isAsked = false;
  return function Lazy() {
    const Loaded = loaded.value;
    if (Loaded !== null) return <Loaded />;
    if (!isAsked) {
      isAsked = true;
      load().then(
        (component) => {
          loaded.value = component;
        },
        () => {
          // The next visit tries again.
          isAsked = false;
        },
      );
    }
    return <Skeleton />;
  };
}
