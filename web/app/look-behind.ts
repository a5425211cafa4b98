// Safari before 16.4 knows no look-behind. A pattern with one finds nothing there; the server looks for the same again.

try {
  /(?<!a)b/;
} catch {
  const known = RegExp;
  const compile = (source: string | RegExp, flags?: string) => {
    return new known(/\(\?<[=!]/.test(String(source)) ? '(?!)' : source, flags);
  };
  window.RegExp = new Proxy<RegExpConstructor>(known, {
    apply: (_known, _this, [source, flags]) => compile(source, flags),
    construct: (_known, [source, flags]) => compile(source, flags),
  });
}
