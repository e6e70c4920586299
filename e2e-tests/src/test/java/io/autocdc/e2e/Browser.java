// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Chromium without a window, which looks at pages. */
final class Browser {

  private static final String SCRIPT = "e2e-tests/src/test/scripts/chromium.sh";
  private static final Pattern REPORT =
      Pattern.compile("<pre id=\"report\">(.*)</pre>", Pattern.DOTALL);

  private final String program;
  private final Path folder;

  private Browser(String program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /** A browser, or why there is none to be had. */
  record Found(Browser browser, String problem) {}

  /**
   * @param folder for working files
   */
  static Found find(Path folder) {
    Cli.Result found = new Cli(folder).shell("bash '" + Cli.ROOT.resolve(SCRIPT) + "'");
    if (found.exitCode() != 0) {
      return new Found(null, found.err().lines().reduce((first, last) -> last).orElse(""));
    }
    List<String> lines = found.lines();
    return new Found(new Browser(lines.get(lines.size() - 1), folder), null);
  }

  /**
   * What is wrong with a page in a window of some width: {@code page-check.js} says what is looked
   * at.
   *
   * @param names texts that have to be seen
   */
  List<String> problems(String page, int width, boolean dark, Collection<String> names)
      throws IOException {
    Path around = folder.resolve("around.html");
    Files.writeString(around, frame(page, width, names));
    // Windows of a browser are not as narrow as telephones, frames are.
    String command =
        "timeout 60 '%s' --headless --no-sandbox --disable-gpu --enable-logging=stderr"
            + " --user-data-dir='%s' --window-size=1600,1000 %s --dump-dom 'file://%s'";
    String scheme = dark ? "--blink-settings=preferredColorScheme=0" : "";
    Cli.Result looked =
        new Cli(folder)
            .shell(command.formatted(program, folder.resolve("profile"), scheme, around))
            .expect(0);
    assertThat(looked.err().lines().filter(line -> line.contains("CONSOLE"))).isEmpty();
    Matcher report = REPORT.matcher(looked.out());
    assertThat(report.find()).as("%s", looked).isTrue();
    List<String> lines = report.group(1).lines().toList();
    assertThat(lines.get(0)).isEqualTo("width " + width);
    return lines.subList(1, lines.size());
  }

  private static String frame(String page, int width, Collection<String> names) throws IOException {
    String json =
        names.stream()
            .map(name -> '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
            .collect(Collectors.joining(",", "[", "]"));
    return """
        <!DOCTYPE html>
        <html><head><meta charset="utf-8"></head><body>
        <script type="application/json" id="names">%s</script>
        <script>%s</script>
        <iframe style="border: 0; width: %dpx; height: 800px" srcdoc="%s"></iframe>
        </body></html>
        """
        .formatted(json, script(), width, page.replace("&", "&amp;").replace("\"", "&quot;"));
  }

  private static String script() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Browser.class.getResourceAsStream("page-check.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
