// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.Problems;

/**
 * What readers of a project share.
 *
 * @param layout the files of the project
 * @param tokens replaces tokens
 * @param problems takes what is wrong
 */
record ReadContext(ProjectLayout layout, TokenResolver tokens, Problems problems) {

  ReadContext reportingTo(Problems others) {
    return new ReadContext(layout, tokens, others);
  }

  ReadContext with(TokenResolver others) {
    return new ReadContext(layout, others, problems);
  }
}
