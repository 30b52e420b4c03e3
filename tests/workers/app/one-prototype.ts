/**
 * Before the tests of the site in workerd. Their pool gives each of the site's classes a prototype that answers for what the
 * class itself lacks (`createProxyPrototypeClass` of its version 0.15.1), and wraps that prototype once more for each request and
 * each object. After some thousands of them, nine tenths of the time went into passing through all of the layers. One is enough.
 */
const layers = new WeakSet<object>();
const mark = Symbol.for("parlando.one-prototype");

/** A prototype that the pool wraps for the first time: its class is called so there, and nowhere in the product. */
function isBare(prototype: object): boolean {
  const owner = prototype.constructor;
  return owner.name === "Class" && owner.prototype === prototype;
}

// Files share a runtime: once.
if (!(mark in globalThis)) {
  Object.defineProperty(globalThis, mark, { value: true });
  globalThis.Proxy = new Proxy(Proxy, {
    construct(OriginalProxy, [target, handler]: [object, ProxyHandler<object>]) {
      if (layers.has(target)) return target;
      const proxy = new OriginalProxy(target, handler);
      if (Object.hasOwn(target, "constructor") && isBare(target)) layers.add(proxy);
      return proxy;
    },
  });
}
