import { Component, type ComponentType, h } from "preact";

/** Renders a component again only when one of its properties is another one. A signal that it reads renders it, too. */
export function memo<P extends object>(inner: ComponentType<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = new Map(Object.entries(this.props));
      return Object.entries(next).some(([name, value]) => name !== "children" && before.get(name) !== value);
    }

    override render() {
      return h(inner, this.props);
    }
  };
}
